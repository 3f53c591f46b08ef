/*
 * Rates of a device and of a kernel there, as a profile states them: what the time of a product is predicted from.
 */
#pragma once

struct device_rates {
    long long units; /* compute units; 0: no rates are stated */
    double start_us; /* from the call to the first work-group */
    double
        step_us; /* that the host takes to enqueue a further step: packing, the sum over parts of K */
    double memory_gbs; /* gigabytes that memory moves in a second */
    double clock_ghz;  /* of a device that was not measured, where rates of kernels are estimated;
                          0: it was */
    double
        overlap; /* share of the shorter of arithmetic and memory that the longer one does not hide */
    double cache_kb;   /* kilobytes that a compute unit keeps of what its work-groups read again, */
    double beyond_gbs; /* and gigabytes of the rest that it reads in a second; 0: not known */
};

struct kernel_rates {
    long long groups; /* work-groups that a compute unit has at once; 0: no rates are stated */
    double alone_ns;  /* of one element of K, where a compute unit has one work-group */
    double shared_ns; /* of one element of K and work-group, where it has as many as it can */
    double tile_ns;   /* of a tile of C, beside its elements of K */
    double odd_lines; /* by how many times an element of K takes longer where lines of A or B begin
                         at no multiples of 16 bytes; 0: that is not known */
    double partial_tiles; /* the same in tiles that cross the edge of C along its contiguous axis */
};

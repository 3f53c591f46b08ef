"""Kernels of clgemm in CUDA graphs, as libraries of CUDA run: PTX that NVIDIA's OpenCL compiler wrote, loaded by CUDA's driver. For beside-torch."""
import ctypes
import re
import time

import torch

from clgemm.manifest import source

REST = 0.02  # seconds before a round, after which clocks are those of the round before
GRAPH = 6e-3  # seconds that a graph takes about
TYPES = {'i32': ctypes.c_int, 'u32': ctypes.c_uint, 'i64': ctypes.c_long, 'u64': ctypes.c_ulong, 'f32': ctypes.c_float, 'f64': ctypes.c_double}
GPU, BINARY_SIZES, BINARIES, BUILD_LOG = 4, 0x1165, 0x1166, 0x1183  # of cl.h
DYNAMIC_LOCAL_MEMORY = 8  # of cuda.h


def check(code, what):
    """Errors: ValueError, where a call has failed."""
    if code:
        raise ValueError(f'{what} fails with {code}')


class Compiler:
    """NVIDIA's OpenCL compiler."""

    def __init__(self):
        """Errors: OSError (no OpenCL), ValueError (no GPU of NVIDIA)."""
        self.cl = cl = ctypes.CDLL('libOpenCL.so.1')
        cl.clCreateContext.restype = cl.clCreateProgramWithSource.restype = ctypes.c_void_p
        count, self.device = ctypes.c_uint(), ctypes.c_void_p()
        check(cl.clGetPlatformIDs(0, None, ctypes.byref(count)), 'clGetPlatformIDs')
        platforms = (ctypes.c_void_p * count.value)()
        cl.clGetPlatformIDs(count, platforms, None)
        if not any(cl.clGetDeviceIDs(ctypes.c_void_p(platform), ctypes.c_ulong(GPU), 1, ctypes.byref(self.device), None) == 0 for platform in platforms):
            raise ValueError('there is no GPU')
        self.context = ctypes.c_void_p(cl.clCreateContext(None, 1, ctypes.byref(self.device), None, None, None))

    def ptx(self, text, options):
        """What a program becomes, as the launcher would load it. Errors: ValueError."""
        cl, device = self.cl, ctypes.byref(self.device)
        program = ctypes.c_void_p(cl.clCreateProgramWithSource(self.context, 1, ctypes.byref(ctypes.c_char_p(text.encode())), None, None))
        code = cl.clBuildProgram(program, 1, device, options.encode(), None, None)
        if code:
            log = ctypes.create_string_buffer(1 << 20)
            cl.clGetProgramBuildInfo(program, self.device, BUILD_LOG, len(log), log, None)
            raise ValueError(f'clBuildProgram fails with {code}: {log.value.decode()[:800]}')
        size = ctypes.c_size_t()
        cl.clGetProgramInfo(program, BINARY_SIZES, ctypes.sizeof(size), ctypes.byref(size), None)
        binary = ctypes.create_string_buffer(size.value)
        pointers = (ctypes.c_void_p * 1)(ctypes.addressof(binary))
        cl.clGetProgramInfo(program, BINARIES, ctypes.sizeof(pointers), pointers, None)
        return binary.raw.rstrip(b'\0').decode()


def for_cuda(ptx, entry, finalize):
    """The PTX of an entry for CUDA's driver, and its bytes of local memory: that is one array there, and numbers of work-groups have other registers."""
    if finalize:
        ptx = ptx.replace('.target sm_90', '.target sm_90a', 1).replace('//sm_90a: ', '')
    declared = r'\s*\.shared \.align (\d+) \.b(8|32|64) (\S+?)(?:\[(\d+)\])?;'
    places, end = {}, 0
    for align, bits, name, length in sorted(re.findall(declared, ptx), key=lambda found: -int(found[0])):
        places[name] = -(-end // int(align)) * int(align)
        end = places[name] + int(length or 1) * int(bits) // 8
    ptx = re.sub(declared, '', ptx)
    for name in sorted(places, key=len, reverse=True):
        ptx = re.sub(r'(?<![\w$])' + re.escape(name) + r'(?![\w$])', f'own_local+{places[name]}', ptx)
    ptx = re.sub(r'%envreg(\d)', lambda found: {'6': '%nctaid.x', '7': '%nctaid.y', '8': '%nctaid.z'}.get(found.group(1), '0'), ptx)
    head, body = ptx.split(f'.entry {entry}(', 1)
    head = head.replace(', texmode_independent', '') + '\n.extern .shared .align 1024 .b8 own_local[];\n.visible '
    return f'{head}.entry {entry}({body}'.encode() + b'\0', end


class Kernel:
    """A manifest whose steps are kernels, on the GPU that torch has."""

    def __init__(self, compiler, manifest, folder):
        """Errors: ValueError."""
        torch.cuda.init()
        self.cuda = ctypes.CDLL('libcuda.so.1')
        self.units = torch.cuda.get_device_properties(0).multi_processor_count
        self.loaded = {}
        for step in manifest['steps']:
            program = manifest['programs'][step['program']]
            ptx, local = for_cuda(compiler.ptx(source(program, folder), program['build_options']), step['entry'], program['finalize'])
            module, function = ctypes.c_void_p(), ctypes.c_void_p()
            check(self.cuda.cuModuleLoadData(ctypes.byref(module), ptx), 'cuModuleLoadData')
            check(self.cuda.cuModuleGetFunction(ctypes.byref(function), module, step['entry'].encode()), 'cuModuleGetFunction')
            check(self.cuda.cuFuncSetAttribute(function, DYNAMIC_LOCAL_MEMORY, local), 'cuFuncSetAttribute')
            self.loaded[step['entry']] = function, local

    def start(self, launch, arrays):
        """Returns a function that launches once. `arrays`: tensors by the names of buffers, to which workspaces are added."""
        for name, memory in launch.memory.items():
            if name not in arrays:
                arrays[name] = torch.zeros(memory.bytes, dtype=torch.uint8, device='cuda')
        calls = []
        for step in launch.steps():
            values = [ctypes.c_void_p(arrays[argument['buffer']].data_ptr()) if argument['kind'] == 'buffer' else typed(*launch.number(argument))
                      for argument in step['args']]
            pointers = (ctypes.c_void_p * len(values))(*(ctypes.cast(ctypes.pointer(value), ctypes.c_void_p) for value in values))
            for part in launch.parts(step, self.units):
                local = [*part.local_size, 1, 1][:3]
                groups = [each // of for each, of in zip([*part.global_size, 1, 1], local)]
                function, bytes_ = self.loaded[step['entry']]
                calls.append((function, *groups, *local, bytes_, pointers, values))

        def run():
            stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
            for function, *sizes, bytes_, pointers, _ in calls:
                check(self.cuda.cuLaunchKernel(function, *sizes, bytes_, stream, pointers, None), 'cuLaunchKernel')

        run.arrays = arrays  # a graph of it knows their addresses alone
        return run


def typed(kind, value):
    """An argument that is a number."""
    return TYPES[kind](value)


def graph_of(function, times):
    """A graph of so many calls."""
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        function()
        function()
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for _ in range(times):
            function()
    return graph


def replay(graph):
    """Seconds that a graph takes."""
    begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    begin.record()
    graph.replay()
    end.record()
    torch.cuda.synchronize()
    return begin.elapsed_time(end) * 1e-3


def rounds(functions, count):
    """Returns by round what each of some functions takes, in seconds: in turns, each in a graph that runs once before, after a rest."""
    graphs = []
    for function in functions:
        once = graph_of(function, 2)
        replay(once)
        times = max(3, min(20, int(GRAPH / max(replay(once) / 2, 1e-7))))
        graphs.append((graph_of(function, times), times))
    found = []
    for _ in range(count):
        took = []
        for graph, times in graphs:
            time.sleep(REST)
            replay(graph)
            took.append(replay(graph) / times)
        found.append(took)
    return found

/* A check value of bytes. */
#ifndef HARNESS_BASE_HASH_H
#define HARNESS_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* 64-bit FNV-1a over bytes (Fowler, Noll, Vo: offset basis cbf29ce484222325, prime 2^40 + 435).
 * Texts that differ in one byte have different values, since each step is a bijection of the value
 * before. */
uint64_t hash_bytes(const char *bytes, size_t length);

/* The value of bytes that follow others, of which `hash` is the value. */
uint64_t hash_more(uint64_t hash, const char *bytes, size_t length);

#endif

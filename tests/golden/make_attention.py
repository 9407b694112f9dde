#!/usr/bin/python3
"""Writes attention.inc and softmax.inc: what PyTorch gives in float64, for tests/core/golden_test.cpp.

Run it by hand when a case is added (Debian: apt install python3-torch); the results are committed, so
that the tests need no PyTorch. Only results are stored: both sides compute the inputs from `grid`.
"""
import math
import pathlib

import torch

HERE = pathlib.Path(__file__).parent
HEADER = '// Written by make_attention.py with PyTorch in float64: do not edit.\n'


def grid(seed, rows, cols, size):
    """Multiples of size/8 between -2·size and 2·size: exact in float too, if size is a power of two."""
    cells = [
        [((31 * seed + 17 * i + 7 * j + 3 * i * j + 5 * i * i + 2 * j * j) % 33 - 16) / 8 * size for j in range(cols)]
        for i in range(rows)
    ]
    return torch.tensor(cells, dtype=torch.float64).reshape(rows, cols)


def hidden(seed, rows, cols):
    """Roughly every third cell, but never the whole of a row: column i % cols stays visible."""
    cells = [[(seed + 2 * i + 5 * j + i * j) % 3 == 0 and j != i % cols for j in range(cols)] for i in range(rows)]
    return torch.tensor(cells, dtype=torch.bool).reshape(rows, cols)


def numbers(tensor):
    return '{' + ', '.join(f'{x:.17g}' for x in tensor.flatten().tolist()) + '}'


def attention(seed, n_q, n, d_k, d_v, size, temperature, masked):
    q, k, v = grid(seed, n_q, d_k, size), grid(seed + 1, n, d_k, size), grid(seed + 2, n, d_v, 1)
    scores = q @ k.T / math.sqrt(d_k)  # Vaswani et al. 2017, equation 1
    if masked:
        scores = scores.masked_fill(hidden(seed, n_q, n), -math.inf)
    weights = torch.softmax(scores / temperature, dim=-1)
    return weights, weights @ v


#    n_q   n  d_k d_v size temperature masked
ATTENTION = [
    (1, 1, 1, 1, 1, 1, 0),
    (1, 1, 4, 3, 1, 1, 0),
    (1, 2, 2, 1, 1, 1, 0),
    (1, 3, 4, 2, 1, 1, 0),
    (2, 3, 5, 4, 1, 1, 0),
    (3, 2, 3, 5, 1, 1, 0),
    (4, 4, 4, 4, 1, 1, 0),
    (5, 1, 3, 2, 1, 1, 0),
    (1, 9, 9, 6, 1, 1, 0),
    (7, 5, 8, 1, 1, 1, 0),
    (2, 11, 1, 3, 1, 1, 0),
    (3, 6, 16, 2, 1, 1, 0),
    (6, 6, 7, 3, 0.5, 1, 0),
    (1, 24, 9, 6, 1, 1, 0),
    # masks
    (1, 4, 4, 2, 1, 1, 1),
    (4, 4, 4, 4, 1, 1, 1),
    (3, 8, 5, 2, 1, 1, 1),
    (6, 3, 2, 7, 1, 1, 1),
    (2, 17, 6, 3, 1, 1, 1),
    # temperatures
    (2, 5, 4, 3, 1, 0.25, 0),
    (2, 5, 4, 3, 1, 8, 0),
    (3, 7, 9, 2, 1, 3, 1),
    (2, 5, 4, 3, 1, 1000000, 0),
    # large logits; √d_k is a power of two, so that float computes the same scores exactly
    (2, 6, 4, 3, 32, 1, 0),
    (3, 5, 16, 2, 64, 1, 0),
    (3, 7, 4, 2, 32, 1, 1),
    (2, 6, 1, 3, 128, 1024, 0),
]

#  rows cols size temperature masked
SOFTMAX = [
    (1, 1, 1, 1, 0),
    (1, 2, 1, 1, 0),
    (3, 5, 1, 1, 0),
    (2, 9, 4, 1, 0),
    (4, 3, 1, 0.5, 0),
    (4, 3, 1, 16, 0),
    (3, 6, 2, 1, 1),
    (2, 7, 2, 4, 1),
    (2, 4, 8192, 1, 0),
    (2, 4, 8192, 8192, 0),
    (1, 33, 1, 1, 0),
]


def attention_row(seed, case):
    weights, output = attention(seed, *case)
    return f'{{{seed}, {", ".join(map(str, case))},\n {numbers(weights)},\n {numbers(output)}}},\n'


def softmax_row(seed, case):
    rows, cols, size, temperature, masked = case
    scores = grid(seed, rows, cols, size)
    if masked:
        scores = scores.masked_fill(hidden(seed, rows, cols), -math.inf)
    weights = torch.softmax(scores / temperature, dim=-1)
    return f'{{{seed}, {", ".join(map(str, case))},\n {numbers(weights)}}},\n'


def write(name, columns, rows):
    (HERE / name).write_text(HEADER + f'// {columns}\n' + ''.join(rows), encoding='utf-8')


write(
    'attention.inc',
    'seed, n_q, n, d_k, d_v, size, temperature, masked, weights [n_q × n], output [n_q × d_v]',
    (attention_row(seed, case) for seed, case in enumerate(ATTENTION)),
)
write(
    'softmax.inc',
    'seed, rows, cols, size, temperature, masked, weights [rows × cols]',
    (softmax_row(seed, case) for seed, case in enumerate(SOFTMAX)),
)

#!/usr/bin/python3
"""Writes recurrent.inc: the states of PyTorch's nn.RNN and nn.GRU in float64, for tests/core/recurrent_test.cpp.

Run it by hand when a case is added (Debian: apt install python3-torch); the results are committed, so
that the tests need no PyTorch.
"""
import pathlib

import torch

from grid import grid, numbers

#   gates n d_x d_h
CASES = [(1, 1, 1, 1), (1, 5, 3, 4), (1, 12, 2, 3), (3, 1, 1, 1), (3, 5, 3, 4), (3, 12, 2, 3)]


def states(seed, gates, n, d_x, d_h):
    net = (torch.nn.GRU if gates == 3 else torch.nn.RNN)(d_x, d_h, batch_first=True, dtype=torch.float64)
    with torch.no_grad():
        net.weight_ih_l0.copy_(grid(seed + 1, d_x, gates * d_h, 0.5).T)
        net.weight_hh_l0.copy_(grid(seed + 2, d_h, gates * d_h, 0.5).T)
        net.bias_ih_l0.copy_(grid(seed + 3, 1, gates * d_h, 0.5)[0])
        net.bias_hh_l0.copy_(grid(seed + 4, 1, gates * d_h, 0.5)[0])
        return net(grid(seed, n, d_x, 1)[None])[0][0]


rows = ''.join(
    f'{{{seed}, {", ".join(map(str, case))},\n {numbers(states(seed, *case))}}},\n' for seed, case in enumerate(CASES))
(pathlib.Path(__file__).parent / 'recurrent.inc').write_text(
    '// Written by make_recurrent.py with PyTorch in float64: do not edit.\n'
    '// seed, gates, n, d_x, d_h, states [n × d_h]\n' + rows, encoding='utf-8')

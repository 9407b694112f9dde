#!/usr/bin/python3
"""Writes multi_head.inc and multi_head_gradients.inc: what PyTorch gives in float64, for
tests/core/multi_head_golden_test.cpp.

Run it by hand when a case is added (Debian: apt install python3-torch); the results are committed, so
that the tests need no PyTorch. Only results are stored: both sides compute the inputs from `grid`.

nn.MultiheadAttention computes every case it can. It has d_k = d_v = d_model / h always, so where a case
differs from that, `formula` does, after being held against nn.MultiheadAttention on all the others.
"""
import math
import pathlib

import torch

from grid import grid, numbers

HERE = pathlib.Path(__file__).parent
HEADER = '// Written by make_multi_head.py with PyTorch in float64: do not edit.\n'


def mask_of(causal, length, n_q, n):
    """True where hidden: later Keys if causal, Keys from `length` on."""
    i, j = torch.arange(n_q)[:, None], torch.arange(n)[None, :]
    return ((j > i) & bool(causal)) | (j >= length)


def weights_of(seed, h, d_model, d_key, d_value, d_k, d_v, bias):
    shapes = [(d_model, h * d_k), (d_key, h * d_k), (d_value, h * d_v), (h * d_v, d_model)]
    w = [grid(seed + 10 + i, *shape, 0.25) for i, shape in enumerate(shapes)]
    b = [grid(seed + 20 + i, 1, shape[1], 0.5) if bias else torch.zeros(1, shape[1], dtype=torch.float64) for i, shape in enumerate(shapes)]
    return w, b


def formula(x_q, x_k, x_v, w, b, h, hidden):
    """Vaswani et al. 2017, section 3.2.2, head by head."""
    q, k, v = (x @ w[i] + b[i] for i, x in enumerate((x_q, x_k, x_v)))
    weights, outputs = [], []
    for q_i, k_i, v_i in zip(q.chunk(h, 1), k.chunk(h, 1), v.chunk(h, 1)):
        scores = (q_i @ k_i.T / math.sqrt(q_i.shape[1])).masked_fill(hidden, -math.inf)
        weights.append(torch.softmax(scores, dim=-1))
        outputs.append(weights[-1] @ v_i)
    return torch.stack(weights), torch.cat(outputs, 1) @ w[3] + b[3]


def module(x_q, x_k, x_v, w, b, h, causal, length):
    layer = torch.nn.MultiheadAttention(
        x_q.shape[1], h, bias=True, kdim=x_k.shape[1], vdim=x_v.shape[1], batch_first=True, dtype=torch.float64)
    with torch.no_grad():
        if layer._qkv_same_embed_dim:
            layer.in_proj_weight.copy_(torch.cat([w[0].T, w[1].T, w[2].T]))
        else:
            layer.q_proj_weight.copy_(w[0].T)
            layer.k_proj_weight.copy_(w[1].T)
            layer.v_proj_weight.copy_(w[2].T)
        layer.in_proj_bias.copy_(torch.cat(b[:3], 1)[0])
        layer.out_proj.weight.copy_(w[3].T)
        layer.out_proj.bias.copy_(b[3][0])
    n_q, n = len(x_q), len(x_k)
    output, weights = layer(
        x_q[None], x_k[None], x_v[None], average_attn_weights=False,
        attn_mask=mask_of(True, n, n_q, n) if causal else None,  # the two masks by their two doors
        key_padding_mask=mask_of(False, length, 1, n) if length < n else None)
    return weights[0], output[0]


#    h n_q   n d_model d_key d_value d_k d_v bias causal length
CASES = [
    (1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1),
    (1, 1, 1, 4, 4, 4, 4, 4, 1, 0, 1),
    (2, 1, 1, 4, 4, 4, 2, 2, 1, 1, 1),
    (1, 3, 3, 4, 4, 4, 4, 4, 0, 0, 3),
    (1, 5, 5, 3, 3, 3, 3, 3, 1, 1, 5),
    (2, 4, 4, 4, 4, 4, 2, 2, 0, 0, 4),
    (2, 4, 4, 4, 4, 4, 2, 2, 1, 0, 4),
    (4, 5, 5, 8, 8, 8, 2, 2, 1, 0, 5),
    (8, 3, 3, 8, 8, 8, 1, 1, 1, 0, 3),
    (3, 2, 7, 6, 6, 6, 2, 2, 1, 0, 7),
    (3, 7, 2, 6, 6, 6, 2, 2, 0, 0, 2),
    (2, 1, 9, 6, 6, 6, 3, 3, 1, 0, 9),
    # masks
    (2, 6, 6, 4, 4, 4, 2, 2, 1, 1, 6),
    (2, 6, 6, 4, 4, 4, 2, 2, 1, 0, 4),
    (4, 6, 6, 8, 8, 8, 2, 2, 0, 1, 3),
    (1, 4, 8, 5, 5, 5, 5, 5, 1, 0, 1),
    # Keys and Values of other widths
    (2, 3, 5, 4, 6, 4, 2, 2, 1, 0, 5),
    (2, 3, 5, 4, 3, 7, 2, 2, 1, 0, 4),
    (1, 2, 4, 6, 2, 3, 6, 6, 0, 0, 4),
    # d_k ≠ d_v, and neither d_model / h: by the formula
    (1, 3, 4, 4, 4, 4, 3, 2, 1, 0, 4),
    (2, 4, 4, 4, 4, 4, 4, 1, 1, 1, 4),
    (3, 2, 6, 5, 5, 5, 1, 4, 0, 0, 4),
    (2, 3, 5, 4, 6, 3, 3, 2, 1, 0, 5),
    (3, 2, 12, 4, 4, 4, 9, 6, 1, 0, 12),
    # one batch of three: lengths 4, 1 and 3, padded to 4
    (2, 4, 4, 4, 4, 4, 2, 2, 1, 0, 4),
    (2, 4, 4, 4, 4, 4, 2, 2, 1, 0, 1),
    (2, 4, 4, 4, 4, 4, 2, 2, 1, 0, 3),
]

# seeds of CASES whose gradients are stored as well
GRADIENTS = [0, 6, 12, 14, 17, 20, 22]


def inputs(seed, case):
    h, n_q, n, d_model, d_key, d_value, d_k, d_v, bias, causal, length = case
    x = [grid(seed, n_q, d_model, 1), grid(seed + 1, n, d_key, 1), grid(seed + 2, n, d_value, 1)]
    return x, *weights_of(seed, h, d_model, d_key, d_value, d_k, d_v, bias)


def compute(seed, case):
    h, n_q, n, d_model, _, _, d_k, d_v, _, causal, length = case
    x, w, b = inputs(seed, case)
    weights, output = formula(*x, w, b, h, mask_of(causal, length, n_q, n))
    if d_k == d_v == d_model / h:
        by_formula = weights, output
        weights, output = module(*x, w, b, h, causal, length)
        for ours, theirs in zip(by_formula, (weights, output)):
            assert (ours - theirs).abs().max() < 1e-13, seed
    return weights, output


def gradients(seed, case):
    """Of the sum of output ∘ grid: for x_q, x_k, x_v, the four projections and, where there are any, the biases."""
    h, n_q, n, d_model, _, _, _, _, bias, causal, length = case
    x, w, b = inputs(seed, case)
    leaves = x + w + (b if bias else [])
    for leaf in leaves:
        leaf.requires_grad_()
    _, output = formula(*x, w, b, h, mask_of(causal, length, n_q, n))
    (output * grid(seed + 30, n_q, d_model, 1)).sum().backward()
    return torch.cat([leaf.grad.flatten() for leaf in leaves])


def write(name, columns, rows):
    (HERE / name).write_text(HEADER + f'// {columns}\n' + ''.join(rows), encoding='utf-8')


def row(seed, case):
    weights, output = compute(seed, case)
    return f'{{{seed}, {", ".join(map(str, case))},\n {numbers(weights)},\n {numbers(output.detach())}}},\n'


write(
    'multi_head.inc',
    'seed, h, n_q, n, d_model, d_key, d_value, d_k, d_v, bias, causal, length, weights [h × n_q × n], output [n_q × d_model]',
    (row(seed, case) for seed, case in enumerate(CASES)),
)
write(
    'multi_head_gradients.inc',
    'seed, gradients of x_q, x_k, x_v, w_q, w_k, w_v, w_o and the biases in the same order',
    (f'{{{seed},\n {numbers(gradients(seed, CASES[seed]))}}},\n' for seed in GRADIENTS),
)

"""The inputs of the golden cases: both sides compute them, so that only results need to be stored."""
import torch


def grid(seed, rows, cols, size):
    """Multiples of size/8 between -2·size and 2·size: exact in float too, if size is a power of two."""
    cells = [
        [((31 * seed + 17 * i + 7 * j + 3 * i * j + 5 * i * i + 2 * j * j) % 33 - 16) / 8 * size for j in range(cols)]
        for i in range(rows)
    ]
    return torch.tensor(cells, dtype=torch.float64).reshape(rows, cols)


def numbers(tensor):
    """As the initialiser of a std::vector<double>."""
    return '{' + ', '.join(f'{x:.16g}' for x in tensor.flatten().tolist()) + '}'

// Where the cells of a ledger most often come from: rules with a name.
#pragma once

#include <string>
#include <vector>

#include "core/tensor/ledger.h"

namespace attn::rules {

/// Cell (i, c) is row i of `x` times column c of `w`; both have `width` terms.
Ledger::Rule row_by_column(std::string x, std::string w, Index width);

/// Cell (i, j) is row i of `q` times row j of `k`; both have `width` terms.
Ledger::Rule row_by_row(std::string q, std::string k, Index width);

/// Cell (i, j) is `operation` applied to cell (i, j) of each tensor in turn.
Ledger::Rule cell_by_cell(Operation operation, std::vector<std::string> tensors);

/// Every cell of row i is `operation` applied to the first `width` cells of row i of `tensor`.
Ledger::Rule along_row(Operation operation, std::string tensor, Index width);

/// Every cell is `operation` applied to the same cells.
Ledger::Rule of_cells(Operation operation, std::vector<CellRef> cells);

/// All cells of `tensor` [rows × cols], row by row.
std::vector<CellRef> all_cells(const std::string& tensor, Index rows, Index cols);

}  // namespace attn::rules

#include "core/tensor/rules.h"

#include <utility>

namespace attn::rules {

using Origin = Ledger::Origin;

Ledger::Rule row_by_column(std::string x, std::string w, Index width) {
  return [x = std::move(x), w = std::move(w), width](Index i, Index c) {
    Origin origin{Operation::dot, {}};
    for (Index t = 0; t < width; ++t) {
      origin.operands.push_back({x, i, t});
      origin.operands.push_back({w, t, c});
    }
    return origin;
  };
}

Ledger::Rule row_by_row(std::string q, std::string k, Index width) {
  return [q = std::move(q), k = std::move(k), width](Index i, Index j) {
    Origin origin{Operation::dot, {}};
    for (Index t = 0; t < width; ++t) {
      origin.operands.push_back({q, i, t});
      origin.operands.push_back({k, j, t});
    }
    return origin;
  };
}

Ledger::Rule cell_by_cell(Operation operation, std::vector<std::string> tensors) {
  return [operation, tensors = std::move(tensors)](Index i, Index j) {
    Origin origin{operation, {}};
    for (const std::string& tensor : tensors) origin.operands.push_back({tensor, i, j});
    return origin;
  };
}

Ledger::Rule along_row(Operation operation, std::string tensor, Index width) {
  return [operation, tensor = std::move(tensor), width](Index i, Index) {
    Origin origin{operation, {}};
    for (Index j = 0; j < width; ++j) origin.operands.push_back({tensor, i, j});
    return origin;
  };
}

Ledger::Rule of_cells(Operation operation, std::vector<CellRef> cells) {
  return [operation, cells = std::move(cells)](Index, Index) { return Origin{operation, cells}; };
}

std::vector<CellRef> all_cells(const std::string& tensor, Index rows, Index cols) {
  std::vector<CellRef> cells;
  for (Index row = 0; row < rows; ++row) {
    for (Index col = 0; col < cols; ++col) cells.push_back({tensor, row, col});
  }
  return cells;
}

}  // namespace attn::rules

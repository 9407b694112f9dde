// Whatever is pasted, import_chat and features answer or throw attn::Error, and what comes out is
// well-formed UTF-8.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/chat/features.h"
#include "core/chat/import.h"
#include "core/chat/utf8.h"
#include "core/tensor/error.h"

namespace {

void require_well_formed(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = attn::character_length(text);
    if (length == 0) std::abort();
    text.remove_prefix(length);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  attn::features(text, text);
  try {
    for (const attn::Message& message : attn::import_chat(text)) {
      require_well_formed(message.speaker);
      require_well_formed(message.time);
      require_well_formed(message.text);
    }
  } catch (const attn::Error& error) {
    require_well_formed(error.what());
  }
  return 0;
}

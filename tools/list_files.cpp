#include "tools/file_walk.hpp"
#include "tools/tools.hpp"
#include "tools/workspace.hpp"

namespace holdpoint {

struct AllFiles {};
BOOST_DESCRIBE_STRUCT(AllFiles, (), ())

struct FileList {
  std::vector<FoundFile> files;
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;  // of all of them
  bool complete = false;    // not yet, or there are more than a list should hold
};
BOOST_DESCRIBE_STRUCT(FileList, (), (files, count, bytes, complete))

// Says what it has found so far each time that has doubled: who watches sees it grow, and all
// reports together are no longer than twice the list.
static Task<FileList> list_files(AllFiles, ToolContext& call, Workspace& workspace) {
  constexpr std::uint64_t first_report = 8;
  FileList list;
  std::uint64_t next_report = first_report;
  FileWalk walk = workspace.walk();
  while (auto found = walk.next()) {
    if (list.count == next_report) {
      call.progress(list);
      next_report *= 2;
      co_await asio::post(use_task);  // the report goes out, and a "stop" comes in
    }
    ++list.count;
    list.bytes += found->bytes;
    list.files.push_back(std::move(*found));
  }
  list.complete = walk.complete();
  co_return list;
}

void add_list_files(Toolbox& tools, Workspace& workspace) {
  tools.add("list_files", "All files of the workspace, with their sizes in bytes.",
            with(list_files, workspace), {.effects = Effects::read_only});
}

}  // namespace holdpoint

#include "tools/tools.hpp"
#include "tools/workspace.hpp"

namespace holdpoint {

// The files are small and local: reading and writing them blocks the session's strand for less
// time than handing them to another thread would take.

struct FileName {
  std::string path;
  static constexpr Doc docs[] = {{"path", "Relative to the workspace, such as notes/today.txt."}};
};
BOOST_DESCRIBE_STRUCT(FileName, (), (path))

struct FileText {
  std::string path, content;
};
BOOST_DESCRIBE_STRUCT(FileText, (), (path, content))

struct WrittenFile {
  std::string path;
  std::uint64_t bytes = 0;
};
BOOST_DESCRIBE_STRUCT(WrittenFile, (), (path, bytes))

struct DeletedFile {
  std::string path;
  bool deleted = true;
};
BOOST_DESCRIBE_STRUCT(DeletedFile, (), (path, deleted))

static Task<FileText> read_file(FileName file, ToolContext&, Workspace& workspace) {
  FileText text{file.path, workspace.read(file.path)};
  co_return text;
}

static Task<WrittenFile> write_file(FileText file, ToolContext&, Workspace& workspace) {
  workspace.write(file.path, file.content);
  WrittenFile written{file.path, file.content.size()};
  co_return written;
}

static Task<DeletedFile> delete_file(FileName file, ToolContext&, Workspace& workspace) {
  workspace.remove(file.path);
  DeletedFile deleted{file.path, true};
  co_return deleted;
}

void add_read_file(Toolbox& tools, Workspace& workspace) {
  tools.add("read_file", "The text of a file of the workspace.", with(read_file, workspace),
            {.effects = Effects::read_only});
}

void add_write_file(Toolbox& tools, Workspace& workspace) {
  tools.add("write_file", "Writes a text into a file of the workspace; what was in it is lost.",
            with(write_file, workspace),
            {.approval = gate, .effects = Effects::idempotent, .risk = 3});
}

void add_delete_file(Toolbox& tools, Workspace& workspace) {
  tools.add("delete_file", "Deletes a file of the workspace, for good.",
            with(delete_file, workspace), {.approval = gate, .effects = Effects::once, .risk = 4});
}

}  // namespace holdpoint

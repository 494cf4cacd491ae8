#include "tools/tools.hpp"

namespace holdpoint {

void add_sample_tools(Toolbox& tools, Wallet& wallet, Workspace& workspace) {
  add_process_payment(tools, wallet);
  add_close_account(tools, wallet);
  add_get_weather(tools);
  add_get_location(tools);
  add_change_bgm(tools);
  add_list_files(tools, workspace);
  add_read_file(tools, workspace);
  add_write_file(tools, workspace);
  add_delete_file(tools, workspace);
}

}  // namespace holdpoint

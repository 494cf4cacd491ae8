#pragma once
// The sample tools, written as a user of the library writes theirs: one file and one function
// each. What they work with outlives the toolbox.

#include "runtime/toolbox.hpp"

namespace holdpoint {

class Wallet;
class Workspace;

void add_process_payment(Toolbox& tools, Wallet& wallet);
void add_close_account(Toolbox& tools, Wallet& wallet);
void add_get_weather(Toolbox& tools);
void add_get_location(Toolbox& tools);
void add_change_bgm(Toolbox& tools);
void add_list_files(Toolbox& tools, Workspace& workspace);
void add_read_file(Toolbox& tools, Workspace& workspace);
void add_write_file(Toolbox& tools, Workspace& workspace);
void add_delete_file(Toolbox& tools, Workspace& workspace);

void add_sample_tools(Toolbox& tools, Wallet& wallet, Workspace& workspace);  // all of them

}  // namespace holdpoint

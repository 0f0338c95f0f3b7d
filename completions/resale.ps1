# PowerShell completion for resale. `npm run docs` writes this file from the commands themselves.
#
# For this shell alone:   resale completion powershell | Out-String | Invoke-Expression
# For every new one:      the same line in the file that $PROFILE names

Register-ArgumentCompleter -Native -CommandName resale -ScriptBlock {
  param($cur, $ast, $cursor)

  $resaleWords = @{
    '' = [ordered]@{
      'init' = 'Set up the sandbox, or your own service'
      'listings' = 'Create, read and close listings'
      'inventory' = 'Change how many items of a listing are for sale'
      'grade' = 'Grade a returned item'
      'shops' = 'Look up shops'
      'feed' = 'Get the product feed, and see what is in it'
      'runs' = 'Show bulk runs, resume them or undo them'
      'profiles' = 'Keep base URLs and credentials under names'
      'sandbox' = 'The whole service in miniature, on this machine'
      'completion' = 'Let the shell complete commands, flags and values'
      'mcp' = 'Serve the shop to an agent, by the Model Context Protocol'
      'api' = 'Send any request with the credentials of the profile'
      'doctor' = 'Find out what is wrong on the way to the service'
      'help' = 'Show help about a command or a topic'
    }
    'help' = [ordered]@{
      'init' = 'Set up the sandbox, or your own service'
      'listings' = 'Create, read and close listings'
      'inventory' = 'Change how many items of a listing are for sale'
      'grade' = 'Grade a returned item'
      'shops' = 'Look up shops'
      'feed' = 'Get the product feed, and see what is in it'
      'runs' = 'Show bulk runs, resume them or undo them'
      'profiles' = 'Keep base URLs and credentials under names'
      'completion' = 'Let the shell complete commands, flags and values'
      'mcp' = 'Serve the shop to an agent, by the Model Context Protocol'
      'api' = 'Send any request with the credentials of the profile'
      'doctor' = 'Find out what is wrong on the way to the service'
      'flags' = 'The flags that every command takes'
      'environment' = 'Variables that stand in for flags, and where files are kept'
      'exit-codes' = 'What each exit code promises'
      'formatting' = 'Tables, JSON, NDJSON, YAML and CSV, and which of them you get'
      'bulk' = 'Thousands of rows from a file: plan, run, resume, undo'
      'dialects' = 'A deployment''s own names for what the service calls Service and Commerce'
      'sandbox' = 'The service in miniature, and what is in it to try'
      'faults' = 'What the sandbox can do wrong on purpose'
      'agents' = 'What a program or an agent has to know before it uses this tool'
    }
    'listings' = [ordered]@{
      'create' = 'Create a listing'
      'list' = 'List listings'
      'get' = 'Show listings'
      'close' = 'Close listings'
    }
    'help listings' = [ordered]@{
      'create' = 'Create a listing'
      'list' = 'List listings'
      'get' = 'Show listings'
      'close' = 'Close listings'
    }
    'inventory' = [ordered]@{
      'set' = 'Set a listing''s inventory, unless somebody changed it meanwhile'
      'adjust' = 'Add to a listing''s inventory, or take away from it'
    }
    'help inventory' = [ordered]@{
      'set' = 'Set a listing''s inventory, unless somebody changed it meanwhile'
      'adjust' = 'Add to a listing''s inventory, or take away from it'
    }
    'shops' = [ordered]@{
      'lookup' = 'Look up shops by the domain of their store'
    }
    'help shops' = [ordered]@{
      'lookup' = 'Look up shops by the domain of their store'
    }
    'feed' = [ordered]@{
      'fetch' = 'Download the newest product feed'
      'diff' = 'Show what changed between two product feeds'
      'watch' = 'Show what changed each time a new product feed appears'
      'stats' = 'Count what is in the product feed'
    }
    'help feed' = [ordered]@{
      'fetch' = 'Download the newest product feed'
      'diff' = 'Show what changed between two product feeds'
      'watch' = 'Show what changed each time a new product feed appears'
      'stats' = 'Count what is in the product feed'
    }
    'runs' = [ordered]@{
      'list' = 'List the runs'
      'show' = 'Show what a run did'
      'resume' = 'Resume a run that was stopped'
      'resolve' = 'Look at rows in doubt, and settle them'
      'undo' = 'Undo what a run changed'
      'prune' = 'Remove the records of old runs'
    }
    'help runs' = [ordered]@{
      'list' = 'List the runs'
      'show' = 'Show what a run did'
      'resume' = 'Resume a run that was stopped'
      'resolve' = 'Look at rows in doubt, and settle them'
      'undo' = 'Undo what a run changed'
      'prune' = 'Remove the records of old runs'
    }
    'profiles' = [ordered]@{
      'add' = 'Add a profile'
      'list' = 'List the profiles'
      'show' = 'Show a profile, without its keys'
      'use' = 'Make a profile the current one'
      'set' = 'Change a profile, or its key'
      'rename' = 'Give a profile another name'
      'remove' = 'Remove a profile and its keys'
      'check' = 'Try a profile with one request'
    }
    'help profiles' = [ordered]@{
      'add' = 'Add a profile'
      'list' = 'List the profiles'
      'show' = 'Show a profile, without its keys'
      'use' = 'Make a profile the current one'
      'set' = 'Change a profile, or its key'
      'rename' = 'Give a profile another name'
      'remove' = 'Remove a profile and its keys'
      'check' = 'Try a profile with one request'
    }
    'sandbox' = [ordered]@{
      'start' = 'Start a sandbox in the foreground'
      'exec' = 'Run a command against a fresh sandbox'
      'demo' = 'Show what this tool does, on a fresh sandbox'
      'openapi' = 'Print the service''s OpenAPI description'
    }
    'help sandbox' = [ordered]@{
      'start' = 'Start a sandbox in the foreground'
      'exec' = 'Run a command against a fresh sandbox'
      'demo' = 'Show what this tool does, on a fresh sandbox'
      'openapi' = 'Print the service''s OpenAPI description'
    }
    'completion' = [ordered]@{
      'bash' = 'Print the completion script of bash'
      'zsh' = 'Print the completion script of zsh'
      'fish' = 'Print the completion script of fish'
      'powershell' = 'Print the completion script of PowerShell'
      'install' = 'Put the completion script where your shell finds it'
    }
    'help completion' = [ordered]@{
      'bash' = 'Print the completion script of bash'
      'zsh' = 'Print the completion script of zsh'
      'fish' = 'Print the completion script of fish'
      'powershell' = 'Print the completion script of PowerShell'
      'install' = 'Put the completion script where your shell finds it'
    }
  }
  $resaleArguments = @{
    'init 0' = 'profile'
    'profiles show 0' = 'profile'
    'profiles use 0' = 'profile'
    'profiles set 0' = 'profile'
    'profiles rename 0' = 'profile'
    'profiles remove 0' = 'profile'
    'profiles check 0' = 'profile'
    'listings get *' = 'listing'
    'listings close *' = 'listing'
    'inventory set 0' = 'listing'
    'inventory adjust 0' = 'listing'
    'inventory set 1' = 'text'
    'inventory adjust 1' = 'text'
    'grade 0' = 'text'
    'shops lookup 0' = 'text'
    'profiles add 0' = 'text'
    'profiles rename 1' = 'text'
    'api 1' = 'text'
    'feed diff 0' = 'file'
    'feed diff 1' = 'file'
    'feed stats 0' = 'file'
    'runs show 0' = 'run'
    'runs resume 0' = 'run'
    'runs resolve 0' = 'run'
    'runs undo 0' = 'run'
    'completion install 0' = 'words bash zsh fish powershell'
    'api 0' = 'words GET POST PUT PATCH DELETE'
  }
  $resaleTakesCommand = 'sandbox exec'
  $resaleFlags = @{
    'init' = @(
      @{ names = @('--client-id'); value = 'text'; again = $false; description = 'The client id that the key belongs to' }
      @{ names = @('--store'); value = 'words file keyring command env'; again = $false; description = 'Where the key is kept' }
      @{ names = @('--shop-id'); value = 'text'; again = $false; description = 'The shop to use if a command names none' }
      @{ names = @('--currency'); value = 'text'; again = $false; description = 'The currency of the prices, such as EUR' }
      @{ names = @('--service-name'); value = 'text'; again = $false; description = 'The word for Service in names on the wire: Acme makes X-Acme-Client-Id and acmeId' }
      @{ names = @('--commerce-name'); value = 'text'; again = $false; description = 'The word for Commerce in names on the wire: Mart makes MART_SKU and martTags' }
    )
    'listings create' = @(
      @{ names = @('--shop-id'); value = 'text'; again = $false; description = 'Identifier of the shop (default: the profile''s)' }
      @{ names = @('--condition'); value = 'words new-with-tags new-without-tags excellent good minor-defect'; again = $false; description = 'How worn the item is' }
      @{ names = @('--source'); value = 'words sku variant-id external-variant-id external-variant-sku manual'; again = $false; description = 'Where the product comes from' }
      @{ names = @('--product-id'); value = 'text'; again = $false; description = 'The SKU or variant identifier, as the source says' }
      @{ names = @('--title'); value = 'text'; again = $false; description = 'Title, for an item without a SKU' }
      @{ names = @('--category'); value = 'text'; again = $true; description = 'Category of such an item; repeatable' }
      @{ names = @('--option'); value = 'text'; again = $true; description = 'What else identifies it, as size=M; repeatable' }
      @{ names = @('--price'); value = 'text'; again = $false; description = 'Price when new, as on the label: 129.00' }
      @{ names = @('--original-price'); value = 'text'; again = $false; description = 'The same in the smallest unit, for scripts: 12900' }
      @{ names = @('--external-id'); value = 'text'; again = $false; description = 'Your own identifier, to find the item by later' }
      @{ names = @('--description'); value = 'text'; again = $false; description = 'Text that buyers see' }
      @{ names = @('--metadata'); value = 'text'; again = $true; description = 'Copied to the order; up to 3; integers as NAME:=7' }
      @{ names = @('--commerce-domain'); value = 'text'; again = $false; description = 'The store to use, if the shop has more than one' }
      @{ names = @('--brand'); value = 'text'; again = $false; description = 'Brand of the item, in a shop that carries several' }
      @{ names = @('--image'); value = 'text'; again = $true; description = 'URL of a picture, a space, notes; repeatable' }
      @{ names = @('--no-check'); value = ''; again = $false; description = 'Send constants that the tool does not know' }
      @{ names = @('--derive-external-id'); value = ''; again = $false; description = 'Make an external identifier for rows that have none, from the run and the row' }
      @{ names = @('--from'); value = 'file'; again = $false; description = 'Rows from a workbook (.xlsx), CSV, NDJSON or JSON, or from stdin with -' }
      @{ names = @('--sheet'); value = 'text'; again = $false; description = 'The sheet of a workbook (default: the first one)' }
      @{ names = @('--template'); value = 'file'; again = $false; description = 'Write a file with the columns, a description of each, and an example (.csv or .xlsx)' }
      @{ names = @('--skip-invalid'); value = ''; again = $false; description = 'Leave out invalid rows and run the others' }
      @{ names = @('--ignore-extra'); value = ''; again = $false; description = 'Ignore unknown columns' }
      @{ names = @('--max-change'); value = 'text'; again = $false; description = 'Stop if more than this share of the rows would change something' }
      @{ names = @('--concurrency'); value = 'text'; again = $false; description = 'How many rows at once' }
      @{ names = @('--failed-out'); value = 'file'; again = $false; description = 'Write the rows that were not applied to a file, ready to run again' }
      @{ names = @('--shard'); value = 'text'; again = $false; description = 'Run only part I of N, to spread a file over several machines; parts never share a listing' }
      @{ names = @('--run'); value = 'text'; again = $false; description = 'Begin the run of this name, go on with it, or say again how it ended: safe to start as often as you like' }
    )
    'listings list' = @(
      @{ names = @('--state'); value = 'words open closed'; again = $false; description = 'Only listings in this state' }
      @{ names = @('--condition'); value = 'words new-with-tags new-without-tags excellent good minor-defect'; again = $true; description = 'Only listings in this condition; repeatable' }
      @{ names = @('--match'); value = 'text'; again = $false; description = 'Only listings with TEXT in their SKU or external identifier, in any case' }
      @{ names = @('--limit'); value = 'text'; again = $false; description = 'Stop after N listings' }
      @{ names = @('--all'); value = ''; again = $false; description = 'All of them, even on a terminal' }
      @{ names = @('--page-size'); value = 'text'; again = $false; description = 'How many to ask for at once, 1 to 200' }
      @{ names = @('--after'); value = 'text'; again = $false; description = 'Continue after this cursor' }
      @{ names = @('--count'); value = ''; again = $false; description = 'Print only how many there are' }
      @{ names = @('--before'); value = ''; again = $false; description = 'Add a column before with the inventory; inventory set --from then changes only listings that still have it' }
    )
    'listings get' = @(
      @{ names = @('--external-id'); value = 'external-id'; again = $true; description = 'The listing with this external identifier, in place of ID; reads the whole list' }
      @{ names = @('--sku'); value = 'sku'; again = $true; description = 'The listing of this SKU, in place of ID; reads the whole list' }
    )
    'listings close' = @(
      @{ names = @('--external-id'); value = 'external-id'; again = $true; description = 'The listing with this external identifier, in place of ID; reads the whole list' }
      @{ names = @('--sku'); value = 'sku'; again = $true; description = 'The listing of this SKU, in place of ID; reads the whole list' }
      @{ names = @('--from'); value = 'file'; again = $false; description = 'Rows from a workbook (.xlsx), CSV, NDJSON or JSON, or from stdin with -' }
      @{ names = @('--sheet'); value = 'text'; again = $false; description = 'The sheet of a workbook (default: the first one)' }
      @{ names = @('--template'); value = 'file'; again = $false; description = 'Write a file with the columns, a description of each, and an example (.csv or .xlsx)' }
      @{ names = @('--skip-invalid'); value = ''; again = $false; description = 'Leave out invalid rows and run the others' }
      @{ names = @('--ignore-extra'); value = ''; again = $false; description = 'Ignore unknown columns' }
      @{ names = @('--max-change'); value = 'text'; again = $false; description = 'Stop if more than this share of the rows would change something' }
      @{ names = @('--concurrency'); value = 'text'; again = $false; description = 'How many rows at once' }
      @{ names = @('--failed-out'); value = 'file'; again = $false; description = 'Write the rows that were not applied to a file, ready to run again' }
      @{ names = @('--shard'); value = 'text'; again = $false; description = 'Run only part I of N, to spread a file over several machines; parts never share a listing' }
      @{ names = @('--run'); value = 'text'; again = $false; description = 'Begin the run of this name, go on with it, or say again how it ended: safe to start as often as you like' }
      @{ names = @('--plan'); value = 'file'; again = $false; description = 'Write the plan to a file and send nothing; --from FILE applies it later' }
      @{ names = @('--max-close'); value = 'text'; again = $false; description = 'Stop if more than this many listings would close' }
    )
    'inventory set' = @(
      @{ names = @('--external-id'); value = 'external-id'; again = $false; description = 'The listing with this external identifier, in place of ID; reads the whole list' }
      @{ names = @('--sku'); value = 'sku'; again = $false; description = 'The listing of this SKU, in place of ID; reads the whole list' }
      @{ names = @('--expect'); value = 'text'; again = $false; description = 'The inventory that the listing must have now (default: it is read first)' }
      @{ names = @('--on-conflict'); value = 'words fail skip retry'; again = $false; description = 'What to do on conflict (retry starts from the current value)' }
      @{ names = @('--no-close'); value = ''; again = $false; description = 'Refuse a change that would close the listing' }
      @{ names = @('--from'); value = 'file'; again = $false; description = 'Rows from a workbook (.xlsx), CSV, NDJSON or JSON, or from stdin with -' }
      @{ names = @('--sheet'); value = 'text'; again = $false; description = 'The sheet of a workbook (default: the first one)' }
      @{ names = @('--template'); value = 'file'; again = $false; description = 'Write a file with the columns, a description of each, and an example (.csv or .xlsx)' }
      @{ names = @('--skip-invalid'); value = ''; again = $false; description = 'Leave out invalid rows and run the others' }
      @{ names = @('--ignore-extra'); value = ''; again = $false; description = 'Ignore unknown columns' }
      @{ names = @('--max-change'); value = 'text'; again = $false; description = 'Stop if more than this share of the rows would change something' }
      @{ names = @('--concurrency'); value = 'text'; again = $false; description = 'How many rows at once' }
      @{ names = @('--failed-out'); value = 'file'; again = $false; description = 'Write the rows that were not applied to a file, ready to run again' }
      @{ names = @('--shard'); value = 'text'; again = $false; description = 'Run only part I of N, to spread a file over several machines; parts never share a listing' }
      @{ names = @('--run'); value = 'text'; again = $false; description = 'Begin the run of this name, go on with it, or say again how it ended: safe to start as often as you like' }
      @{ names = @('--plan'); value = 'file'; again = $false; description = 'Write the plan to a file and send nothing; --from FILE applies it later' }
      @{ names = @('--max-close'); value = 'text'; again = $false; description = 'Stop if more than this many listings would close' }
    )
    'inventory adjust' = @(
      @{ names = @('--external-id'); value = 'external-id'; again = $false; description = 'The listing with this external identifier, in place of ID; reads the whole list' }
      @{ names = @('--sku'); value = 'sku'; again = $false; description = 'The listing of this SKU, in place of ID; reads the whole list' }
      @{ names = @('--exact'); value = ''; again = $false; description = 'Read the inventory and replace it, so that the result can be checked (default with --from)' }
      @{ names = @('--direct'); value = ''; again = $false; description = 'Add to the inventory with one request (default without --from)' }
      @{ names = @('--no-close'); value = ''; again = $false; description = 'Refuse a change that would close the listing' }
      @{ names = @('--from'); value = 'file'; again = $false; description = 'Rows from a workbook (.xlsx), CSV, NDJSON or JSON, or from stdin with -' }
      @{ names = @('--sheet'); value = 'text'; again = $false; description = 'The sheet of a workbook (default: the first one)' }
      @{ names = @('--template'); value = 'file'; again = $false; description = 'Write a file with the columns, a description of each, and an example (.csv or .xlsx)' }
      @{ names = @('--skip-invalid'); value = ''; again = $false; description = 'Leave out invalid rows and run the others' }
      @{ names = @('--ignore-extra'); value = ''; again = $false; description = 'Ignore unknown columns' }
      @{ names = @('--max-change'); value = 'text'; again = $false; description = 'Stop if more than this share of the rows would change something' }
      @{ names = @('--concurrency'); value = 'text'; again = $false; description = 'How many rows at once' }
      @{ names = @('--failed-out'); value = 'file'; again = $false; description = 'Write the rows that were not applied to a file, ready to run again' }
      @{ names = @('--shard'); value = 'text'; again = $false; description = 'Run only part I of N, to spread a file over several machines; parts never share a listing' }
      @{ names = @('--run'); value = 'text'; again = $false; description = 'Begin the run of this name, go on with it, or say again how it ended: safe to start as often as you like' }
      @{ names = @('--plan'); value = 'file'; again = $false; description = 'Write the plan to a file and send nothing; --from FILE applies it later' }
      @{ names = @('--max-close'); value = 'text'; again = $false; description = 'Stop if more than this many listings would close' }
    )
    'grade' = @(
      @{ names = @('--condition'); value = 'words new-with-tags new-without-tags excellent good minor-defect'; again = $false; description = 'The grade' }
      @{ names = @('--notes'); value = 'text'; again = $false; description = 'Notes' }
      @{ names = @('--image'); value = 'text'; again = $true; description = 'URL of a picture, a space, notes; repeatable' }
      @{ names = @('--no-check'); value = ''; again = $false; description = 'Send constants that the tool does not know' }
      @{ names = @('--from'); value = 'file'; again = $false; description = 'Rows from a workbook (.xlsx), CSV, NDJSON or JSON, or from stdin with -' }
      @{ names = @('--sheet'); value = 'text'; again = $false; description = 'The sheet of a workbook (default: the first one)' }
      @{ names = @('--template'); value = 'file'; again = $false; description = 'Write a file with the columns, a description of each, and an example (.csv or .xlsx)' }
      @{ names = @('--skip-invalid'); value = ''; again = $false; description = 'Leave out invalid rows and run the others' }
      @{ names = @('--ignore-extra'); value = ''; again = $false; description = 'Ignore unknown columns' }
      @{ names = @('--max-change'); value = 'text'; again = $false; description = 'Stop if more than this share of the rows would change something' }
      @{ names = @('--concurrency'); value = 'text'; again = $false; description = 'How many rows at once' }
      @{ names = @('--failed-out'); value = 'file'; again = $false; description = 'Write the rows that were not applied to a file, ready to run again' }
      @{ names = @('--shard'); value = 'text'; again = $false; description = 'Run only part I of N, to spread a file over several machines; parts never share a listing' }
      @{ names = @('--run'); value = 'text'; again = $false; description = 'Begin the run of this name, go on with it, or say again how it ended: safe to start as often as you like' }
    )
    'feed fetch' = @(
      @{ names = @('--link'); value = ''; again = $false; description = 'Print only the link, or with -o all that the service answers; download nothing' }
      @{ names = @('--check'); value = ''; again = $false; description = 'Check every product against the documented fields, and print what differs' }
      @{ names = @('--max-age'); value = 'text'; again = $false; description = 'Use the cached feed if it is not older than this (default: until the next one is due)' }
      @{ names = @('--refresh'); value = ''; again = $false; description = 'Download the feed again, even if the cached one is fresh' }
      @{ names = @('--offline'); value = ''; again = $false; description = 'Use the cached feed, whatever its age, and no network' }
    )
    'feed diff' = @(
      @{ names = @('--field'); value = 'text'; again = $true; description = 'Compare only the named fields; by default price, productStock, productAvailable, condition' }
      @{ names = @('--all-fields'); value = ''; again = $false; description = 'Compare every field' }
      @{ names = @('--html'); value = 'file'; again = $false; description = 'Write a report to look at instead, as one HTML file that opens anywhere; - prints it' }
    )
    'feed watch' = @(
      @{ names = @('--exec'); value = 'text'; again = $false; description = 'Run this with `sh -c` for each new feed. RESALE_FEED_OLD and RESALE_FEED_NEW name the files, the changes come as NDJSON on its stdin, and its output goes to stderr. It inherits the environment, with the keys in it' }
      @{ names = @('--interval'); value = 'text'; again = $false; description = 'Look this often, instead of when a new feed is due' }
      @{ names = @('--field'); value = 'text'; again = $true; description = 'Compare only the named fields; by default price, productStock, productAvailable, condition' }
      @{ names = @('--all-fields'); value = ''; again = $false; description = 'Compare every field' }
    )
    'feed stats' = @(
      @{ names = @('--top'); value = 'text'; again = $false; description = 'How many values of a field to name (on a terminal 8, or 15 with --all; otherwise all)' }
      @{ names = @('--all'); value = ''; again = $false; description = 'Show categories, sizes, availability and genders at a terminal, too' }
      @{ names = @('--max-age'); value = 'text'; again = $false; description = 'Use the cached feed if it is not older than this (default: until the next one is due)' }
      @{ names = @('--refresh'); value = ''; again = $false; description = 'Download the feed again, even if the cached one is fresh' }
      @{ names = @('--offline'); value = ''; again = $false; description = 'Use the cached feed, whatever its age, and no network' }
      @{ names = @('--html'); value = 'file'; again = $false; description = 'Write a report to look at instead, as one HTML file that opens anywhere; - prints it' }
    )
    'runs show' = @(
      @{ names = @('--rows'); value = ''; again = $false; description = 'Show one record per row instead' }
      @{ names = @('--unknown'); value = ''; again = $false; description = 'Only the rows that may or may not have been applied' }
      @{ names = @('--html'); value = 'file'; again = $false; description = 'Write a report to look at instead, as one HTML file that opens anywhere; - prints it' }
    )
    'runs resume' = @(
      @{ names = @('--concurrency'); value = 'text'; again = $false; description = 'How many rows at once' }
      @{ names = @('--max-close'); value = 'text'; again = $false; description = 'Stop if more than this many listings would close' }
      @{ names = @('--max-change'); value = 'text'; again = $false; description = 'Stop if more than this share of the rows would change something' }
      @{ names = @('--failed-out'); value = 'file'; again = $false; description = 'Write the rows that were not applied to a file, ready to run again' }
    )
    'runs resolve' = @(
      @{ names = @('--rows'); value = 'text'; again = $false; description = 'Only these rows, by their numbers: 41,72' }
      @{ names = @('--all'); value = ''; again = $false; description = 'All rows in doubt' }
      @{ names = @('--as'); value = 'words applied refused retry'; again = $false; description = 'What became of them (retry has them sent again)' }
    )
    'runs undo' = @(
      @{ names = @('--concurrency'); value = 'text'; again = $false; description = 'How many rows at once' }
      @{ names = @('--failed-out'); value = 'file'; again = $false; description = 'Write the rows that were not applied to a file, ready to run again' }
    )
    'runs prune' = @(
      @{ names = @('--older-than'); value = 'text'; again = $false; description = 'Only runs that began at least this many days ago' }
    )
    'profiles add' = @(
      @{ names = @('--client-id'); value = 'text'; again = $false; description = 'The client id that the key belongs to' }
      @{ names = @('--store'); value = 'words file keyring command env'; again = $false; description = 'Where the key is kept' }
      @{ names = @('--api-key-stdin'); value = ''; again = $false; description = 'Read the API key from stdin' }
      @{ names = @('--key-command'); value = 'text'; again = $false; description = 'A command that prints the API key, run at each use' }
      @{ names = @('--key-command-shell'); value = ''; again = $false; description = 'Run that command through the shell' }
      @{ names = @('--shop-id'); value = 'text'; again = $false; description = 'The shop to use if a command names none' }
      @{ names = @('--currency'); value = 'text'; again = $false; description = 'The currency of the prices, such as EUR' }
      @{ names = @('--default-output'); value = 'words table json ndjson csv yaml'; again = $false; description = 'The output format on a terminal, unless a command names one' }
      @{ names = @('--protected'); value = ''; again = $false; description = 'Ask before every change; before many, for its name' }
      @{ names = @('--read-only'); value = ''; again = $false; description = 'Refuse every change' }
      @{ names = @('--service-name'); value = 'text'; again = $false; description = 'The word for Service in names on the wire: Acme makes X-Acme-Client-Id and acmeId' }
      @{ names = @('--commerce-name'); value = 'text'; again = $false; description = 'The word for Commerce in names on the wire: Mart makes MART_SKU and martTags' }
      @{ names = @('--dialect'); value = 'text'; again = $true; description = 'What this deployment calls a single thing: query.pageSize=first; repeatable' }
      @{ names = @('--replace'); value = ''; again = $false; description = 'Replace a profile of the same name' }
    )
    'profiles set' = @(
      @{ names = @('--client-id'); value = 'text'; again = $false; description = 'The client id that the key belongs to' }
      @{ names = @('--store'); value = 'words file keyring command env'; again = $false; description = 'Where the key is kept' }
      @{ names = @('--api-key-stdin'); value = ''; again = $false; description = 'Read the API key from stdin' }
      @{ names = @('--key-command'); value = 'text'; again = $false; description = 'A command that prints the API key, run at each use' }
      @{ names = @('--key-command-shell'); value = ''; again = $false; description = 'Run that command through the shell' }
      @{ names = @('--shop-id'); value = 'text'; again = $false; description = 'The shop to use if a command names none' }
      @{ names = @('--currency'); value = 'text'; again = $false; description = 'The currency of the prices, such as EUR' }
      @{ names = @('--default-output'); value = 'words table json ndjson csv yaml'; again = $false; description = 'The output format on a terminal, unless a command names one' }
      @{ names = @('--protected'); value = ''; again = $false; description = 'Ask before every change; before many, for its name' }
      @{ names = @('--read-only'); value = ''; again = $false; description = 'Refuse every change' }
      @{ names = @('--service-name'); value = 'text'; again = $false; description = 'The word for Service in names on the wire: Acme makes X-Acme-Client-Id and acmeId' }
      @{ names = @('--commerce-name'); value = 'text'; again = $false; description = 'The word for Commerce in names on the wire: Mart makes MART_SKU and martTags' }
      @{ names = @('--dialect'); value = 'text'; again = $true; description = 'What this deployment calls a single thing: query.pageSize=first; repeatable' }
      @{ names = @('--unset'); value = 'words client-id shop-id currency default-output rate ca-bundle protected read-only service-name commerce-name'; again = $true; description = 'Remove a setting; repeatable' }
    )
    'sandbox start' = @(
      @{ names = @('--port'); value = 'text'; again = $false; description = 'Port of the API; the feed files are served on the next one; 0 for any free ones' }
      @{ names = @('--keep'); value = 'file'; again = $false; description = 'Keep the listings in a file, and begin with what it holds' }
      @{ names = @('--products'); value = 'text'; again = $false; description = 'How many products the feed has, exactly' }
      @{ names = @('--listings'); value = 'text'; again = $false; description = 'How many listings there are at the beginning' }
      @{ names = @('--seed'); value = 'text'; again = $false; description = 'The number that data and faults are made from: the same number, the same data and faults' }
      @{ names = @('--reopens'); value = ''; again = $false; description = 'Closed listings that gain inventory are open again' }
      @{ names = @('--latency'); value = 'text'; again = $false; description = 'Milliseconds to add to each answer' }
      @{ names = @('--faults'); value = 'text'; again = $false; description = 'Faults to inject, such as ''500=5%,lost-answer=2%''; there are reset, lost-answer, 500, 429, slow, truncate, repeated, 403, gateway-page, slow-body, lag' }
      @{ names = @('--rate'); value = 'text'; again = $false; description = 'Refuse more requests than that with 429, to rehearse with: 100/s, 1000/min' }
      @{ names = @('--burst'); value = 'text'; again = $false; description = 'How many of them may come at once; without it, a second''s worth' }
      @{ names = @('--feed-every'); value = 'text'; again = $false; description = 'Make a new feed this often, instead of at a quarter past each hour' }
      @{ names = @('--service-name'); value = 'text'; again = $false; description = 'The word for Service in names on the wire: Acme makes X-Acme-Client-Id and acmeId' }
      @{ names = @('--commerce-name'); value = 'text'; again = $false; description = 'The word for Commerce in names on the wire: Mart makes MART_SKU and martTags' }
    )
    'sandbox exec' = @(
      @{ names = @('--products'); value = 'text'; again = $false; description = 'How many products the feed has, exactly' }
      @{ names = @('--listings'); value = 'text'; again = $false; description = 'How many listings there are at the beginning' }
      @{ names = @('--seed'); value = 'text'; again = $false; description = 'The number that data and faults are made from: the same number, the same data and faults' }
      @{ names = @('--reopens'); value = ''; again = $false; description = 'Closed listings that gain inventory are open again' }
      @{ names = @('--latency'); value = 'text'; again = $false; description = 'Milliseconds to add to each answer' }
      @{ names = @('--faults'); value = 'text'; again = $false; description = 'Faults to inject, such as ''500=5%,lost-answer=2%''; there are reset, lost-answer, 500, 429, slow, truncate, repeated, 403, gateway-page, slow-body, lag' }
      @{ names = @('--rate'); value = 'text'; again = $false; description = 'Refuse more requests than that with 429, to rehearse with: 100/s, 1000/min' }
      @{ names = @('--burst'); value = 'text'; again = $false; description = 'How many of them may come at once; without it, a second''s worth' }
      @{ names = @('--feed-every'); value = 'text'; again = $false; description = 'Make a new feed this often, instead of at a quarter past each hour' }
      @{ names = @('--service-name'); value = 'text'; again = $false; description = 'The word for Service in names on the wire: Acme makes X-Acme-Client-Id and acmeId' }
      @{ names = @('--commerce-name'); value = 'text'; again = $false; description = 'The word for Commerce in names on the wire: Mart makes MART_SKU and martTags' }
    )
    'sandbox demo' = @(
      @{ names = @('--products'); value = 'text'; again = $false; description = 'How many products the feed has, exactly' }
      @{ names = @('--listings'); value = 'text'; again = $false; description = 'How many listings there are at the beginning' }
      @{ names = @('--seed'); value = 'text'; again = $false; description = 'The number that data and faults are made from: the same number, the same data and faults' }
      @{ names = @('--reopens'); value = ''; again = $false; description = 'Closed listings that gain inventory are open again' }
      @{ names = @('--latency'); value = 'text'; again = $false; description = 'Milliseconds to add to each answer' }
      @{ names = @('--faults'); value = 'text'; again = $false; description = 'Faults to inject, such as ''500=5%,lost-answer=2%''; there are reset, lost-answer, 500, 429, slow, truncate, repeated, 403, gateway-page, slow-body, lag' }
      @{ names = @('--rate'); value = 'text'; again = $false; description = 'Refuse more requests than that with 429, to rehearse with: 100/s, 1000/min' }
      @{ names = @('--burst'); value = 'text'; again = $false; description = 'How many of them may come at once; without it, a second''s worth' }
      @{ names = @('--feed-every'); value = 'text'; again = $false; description = 'Make a new feed this often, instead of at a quarter past each hour' }
      @{ names = @('--service-name'); value = 'text'; again = $false; description = 'The word for Service in names on the wire: Acme makes X-Acme-Client-Id and acmeId' }
      @{ names = @('--commerce-name'); value = 'text'; again = $false; description = 'The word for Commerce in names on the wire: Mart makes MART_SKU and martTags' }
    )
    'sandbox openapi' = @(
      @{ names = @('--service-name'); value = 'text'; again = $false; description = 'The word for Service in names on the wire: Acme makes X-Acme-Client-Id and acmeId' }
      @{ names = @('--commerce-name'); value = 'text'; again = $false; description = 'The word for Commerce in names on the wire: Mart makes MART_SKU and martTags' }
    )
    'mcp' = @(
      @{ names = @('--read-only'); value = ''; again = $false; description = 'Serve only the tools that read' }
    )
    'api' = @(
      @{ names = @('--input'); value = 'file'; again = $false; description = 'Take the body from a file, or from stdin with -' }
      @{ names = @('--field'); value = 'text'; again = $true; description = 'A field of the body, or of the query with GET; NAME:=JSON for anything but text; repeatable' }
    )
    'doctor' = @(
      @{ names = @('--domain'); value = 'text'; again = $false; description = 'Domain of a store to look up (default: where the products of the feed are)' }
    )
    '*' = @(
      @{ names = @('--profile', '-p'); value = 'profile'; again = $false; description = 'The profile to use: base URL, credentials, defaults' }
      @{ names = @('--base-url'); value = 'text'; again = $false; description = 'Where the service is, instead of what the profile says' }
      @{ names = @('--output', '-o'); value = 'words table json ndjson csv yaml xlsx'; again = $false; description = 'Output format; without it, what the name of --out ends in, or a table on a terminal and json elsewhere' }
      @{ names = @('--json'); value = ''; again = $false; description = 'The same as --output json' }
      @{ names = @('--fields'); value = 'text'; again = $false; description = 'Show only these fields, in this order: id,images.url' }
      @{ names = @('--jq', '-q'); value = 'text'; again = $false; description = 'Run a jq expression on the JSON, or with -o ndjson on each record; strings print raw. With -o table or csv it selects records of a list' }
      @{ names = @('--out'); value = 'file'; again = $false; description = 'Write the data to a file, all of it or nothing, compressed if its name ends in .gz; - is stdout' }
      @{ names = @('--dry-run', '-n'); value = ''; again = $false; description = 'Print what would be sent, and change nothing' }
      @{ names = @('--yes', '-y'); value = ''; again = $false; description = 'Go ahead without asking' }
      @{ names = @('--no-input'); value = ''; again = $false; description = 'Never ask; fail if something is missing' }
      @{ names = @('--timeout'); value = 'text'; again = $false; description = 'How long the attempts of one call may take together' }
      @{ names = @('--max-retries'); value = 'text'; again = $false; description = 'How often to retry if that is safe' }
      @{ names = @('--max-wait'); value = 'text'; again = $false; description = 'The longest wait that the service may ask for, on top of --timeout' }
      @{ names = @('--rate'); value = 'text'; again = $false; description = 'Send at most so many requests: 50/s, 1000/min; without it, as many as the service takes' }
      @{ names = @('--settle'); value = 'text'; again = $false; description = 'How long to wait before checking an unconfirmed change' }
      @{ names = @('--curl'); value = ''; again = $false; description = 'With --dry-run, print what would be sent as curl command lines' }
      @{ names = @('--ca-bundle'); value = 'file'; again = $false; description = 'Certificate authorities to trust besides those of this machine, as PEM' }
      @{ names = @('--debug'); value = ''; again = $false; description = 'Show each request and answer on stderr, with times and without secrets' }
      @{ names = @('--debug-file'); value = 'file'; again = $false; description = 'Append what --debug shows to a file, with the time of day' }
      @{ names = @('--quiet'); value = ''; again = $false; description = 'Print no notices' }
      @{ names = @('--no-color'); value = ''; again = $false; description = 'Print without colours' }
      @{ names = @('--help', '-h'); value = ''; again = $false; description = 'Show this help' }
      @{ names = @('--version', '-V'); value = ''; again = $false; description = 'Print the version' }
    )
  }

  # A flag of a command, and what of the word is the flag: in -ojson the -o.
  function Find-Flag($command, $word) {
    foreach ($part in @($word, $word.Substring(0, [Math]::Min(2, $word.Length)))) {
      foreach ($flag in @($resaleFlags[$command]) + $resaleFlags['*']) {
        if ($flag -and $flag.names -ccontains $part) { return @{ flag = $flag; matched = $part } }
      }
      if ($word.StartsWith('--')) { return }
    }
  }

  function Show-Candidate($text, $type, $description) {
    if ($text.StartsWith($prefix + $cur)) {
      if (-not $description) { $description = $text }
      [System.Management.Automation.CompletionResult]::new($text, $text, $type, $description)
    }
  }

  # Offers what a value may be.
  function Show-Value($value) {
    if (-not $value) { return }
    if ($value.StartsWith('words ')) {
      foreach ($word in $value.Substring(6).Split(' ')) { Show-Candidate ($prefix + $word) 'ParameterValue' '' }
    } elseif ($value -eq 'file') {
      foreach ($found in [System.Management.Automation.CompletionCompleters]::CompleteFilename($cur)) {
        [System.Management.Automation.CompletionResult]::new(
          $prefix + $found.CompletionText, $found.ListItemText, $found.ResultType, $found.ToolTip)
      }
    } elseif ($value -in 'profile', 'run', 'listing', 'external-id', 'sku') {
      foreach ($line in @(& $tokens[0] __complete $value @before 2>$null)) {
        $candidate, $description = $line -split "`t", 2
        Show-Candidate ($prefix + $candidate) 'ParameterValue' $description
      }
    }
  }

  $tokens = @($ast.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor -or $_.Extent.Text -ne $cur } |
    ForEach-Object { if ($null -ne $_.Value) { [string]$_.Value } else { $_.Extent.Text } })
  $before = @($tokens | Select-Object -Skip 1)

  # What was said so far: which command, how many arguments, which flags; and whether a flag waits for its value.
  $command = ''
  $count = 0
  $said = @()
  $waiting = $null
  $ended = $false
  $prefix = ''
  foreach ($word in $before) {
    if ($waiting) {
      $waiting = $null
    } elseif ($word -match '^-[^0-9]' -and $word -ne '--' -and -not $ended) {
      $found = Find-Flag $command $word.Split('=')[0]
      if ($found -and -not $found.flag.again) { $said += $found.flag.names[0] }
      if ($found -and $found.flag.value -and $word -ceq $found.matched) { $waiting = $found.flag.value }
    } elseif ($command -in $resaleTakesCommand) {
      return
    } elseif ($word -eq '--') {
      $ended = $true
    } elseif ($resaleWords.ContainsKey($command) -and $resaleWords[$command].Contains($word)) {
      $command = "$command $word".Trim()
    } else {
      $count++
    }
  }

  if ($waiting) {
    Show-Value $waiting
  } elseif ($cur -match '^(--[^=]+=)(.*)$' -and -not $ended) {
    $prefix, $cur = $Matches[1], $Matches[2]
    $found = Find-Flag $command $prefix.TrimEnd('=')
    if ($found) { Show-Value $found.flag.value }
  } elseif ($cur -match '^-[^-].' -and -not $ended -and ($found = Find-Flag $command $cur) -and $found.flag.value) {
    $prefix, $cur = $found.matched, $cur.Substring(2)
    Show-Value $found.flag.value
  } elseif ($cur.StartsWith('-') -and -not $ended) {
    foreach ($flag in @($resaleFlags[$command]) + $resaleFlags['*']) {
      if (-not $flag -or $flag.names[0] -in $said) { continue }
      foreach ($name in $flag.names) { Show-Candidate $name 'ParameterName' $flag.description }
    }
  } elseif ($resaleWords.ContainsKey($command) -and $count -eq 0) {
    foreach ($word in $resaleWords[$command].Keys) {
      Show-Candidate $word 'Command' $resaleWords[$command][$word]
    }
  } elseif ($resaleArguments.ContainsKey("$command $count")) {
    Show-Value $resaleArguments["$command $count"]
  } elseif ($resaleArguments.ContainsKey("$command *")) {
    Show-Value $resaleArguments["$command *"]
  }
}

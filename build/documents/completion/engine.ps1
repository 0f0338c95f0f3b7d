# PowerShell completion for resale. `npm run docs` writes this file from the commands themselves.
#
# For this shell alone:   resale completion powershell | Out-String | Invoke-Expression
# For every new one:      the same line in the file that $PROFILE names

Register-ArgumentCompleter -Native -CommandName resale -ScriptBlock {
  param($cur, $ast, $cursor)

  # The tables: written from the commands.

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

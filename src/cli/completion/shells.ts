/** The shells that are completed, and the file of the package that does it. */
export const scripts = {
  bash: 'resale.bash',
  zsh: '_resale',
  fish: 'resale.fish',
  powershell: 'resale.ps1',
} as const;

export type Shell = keyof typeof scripts;

export const shells = Object.keys(scripts) as readonly Shell[];

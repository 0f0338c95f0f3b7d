import { describe, expect, test } from 'vitest';
import { cacheDirectory, configDirectory, stateDirectory } from '../../src/profiles/directories.ts';

const home = { HOME: '/home/ann' };

describe('where the directories are', () => {
  test.each([
    [configDirectory, { ...home }, '/home/ann/.config/resale'],
    [configDirectory, { ...home, XDG_CONFIG_HOME: '/x' }, '/x/resale'],
    [configDirectory, { ...home, XDG_CONFIG_HOME: '' }, '/home/ann/.config/resale'],
    [configDirectory, { ...home, XDG_CONFIG_HOME: '/x', RESALE_CONFIG_DIR: '/own' }, '/own'],
    [configDirectory, { HOME: '', XDG_CONFIG_HOME: 'x', RESALE_CONFIG_DIR: '/own' }, '/own'],
    [cacheDirectory, { ...home }, '/home/ann/.cache/resale'],
    [cacheDirectory, { ...home, XDG_CACHE_HOME: '/x' }, '/x/resale'],
    [cacheDirectory, { ...home, XDG_CACHE_HOME: '/x', RESALE_CACHE_DIR: '/own' }, '/own'],
    [stateDirectory, { ...home }, '/home/ann/.local/state/resale'],
    [stateDirectory, { ...home, XDG_STATE_HOME: '/x' }, '/x/resale'],
    [stateDirectory, { ...home, XDG_STATE_HOME: '/x', RESALE_STATE_DIR: '/own' }, '/own'],
  ])('%o %o → %s', (directory, environment, expected) => {
    expect(directory(environment, 'linux')).toBe(expected);
  });

  test('on Windows, below the directories for applications', () => {
    const environment = { APPDATA: 'C:\\Users\\ann\\Roaming', LOCALAPPDATA: 'C:\\Users\\ann\\Local' };
    expect(configDirectory(environment, 'win32')).toBe('C:\\Users\\ann\\Roaming\\resale');
    expect(cacheDirectory(environment, 'win32')).toBe('C:\\Users\\ann\\Local\\resale\\cache');
    expect(stateDirectory(environment, 'win32')).toBe('C:\\Users\\ann\\Local\\resale\\state');
  });
});

describe('what is refused, by the name of its variable', () => {
  test.each([
    [{}, 'HOME must name an absolute path'],
    [{ HOME: '' }, 'HOME must name an absolute path'],
    [{ HOME: 'ann' }, 'HOME must name an absolute path'],
    [{ ...home, XDG_CONFIG_HOME: 'x' }, 'XDG_CONFIG_HOME must name an absolute path'],
    [{ ...home, RESALE_CONFIG_DIR: './x' }, 'RESALE_CONFIG_DIR must name an absolute path'],
  ])('%o → %s', (environment, message) => {
    expect(() => configDirectory(environment, 'linux')).toThrow(message);
  });
});

import { devNull } from 'node:os'
import { type RunOptions, runProgram } from './run-program.ts'

/** Switches that let nothing run which a repository, a template or the settings of a user name. */
const closed = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.attributesFile', '/dev/null'],
  ['protocol.ext.allow', 'never'],
  ['submodule.recurse', 'false'],
].flatMap(([name, value]) => ['-c', `${name}=${value}`])

export type GitOptions = Omit<RunOptions, 'environment'> & {
  /** Whether git reads the settings of the user, such as helpers that know credentials. */
  readonly isUsers?: boolean | undefined
}

/**
 * Gives the output of git, which runs nothing that a repository names and asks nothing.
 * @throws As {@link runProgram}
 * @example await runGit(['fetch', '--quiet', 'origin', 'main'], { directory: clone, timeoutMs: 60_000, isUsers: true })
 */
export async function runGit(args: readonly string[], { isUsers = false, ...run }: GitOptions): Promise<string> {
  return await runProgram(['git', ...closed, ...args], { ...run, environment: environmentOf({ isUsers }) })
}

/** No question, no transport that runs a command, no large files behind a filter, no settings from elsewhere. */
function environmentOf({ isUsers }: { readonly isUsers: boolean }): RunOptions['environment'] {
  const own = Object.keys(process.env).filter((name) => /^GIT_(?!SSH|SSL_|HTTP_)/.test(name))
  return {
    ...Object.fromEntries(own.map((name) => [name, undefined])),
    GIT_SSH_COMMAND: process.env['GIT_SSH_COMMAND'] ?? 'ssh -oBatchMode=yes',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    // What it says of a commit that it does not have is read.
    LC_ALL: 'C',
    GIT_ALLOW_PROTOCOL: 'file:https:ssh:git',
    GIT_LFS_SKIP_SMUDGE: '1',
    GIT_ATTR_NOSYSTEM: '1',
    ...(isUsers ? {} : { GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: devNull }),
  }
}

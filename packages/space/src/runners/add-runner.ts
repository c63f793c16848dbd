import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { readSecret, readSettings, readSettingsWants, withLock, writeLocalSettings } from '@datacortex/platform'
import { z } from 'zod'
import { agreed } from '../caller/agreed.ts'
import { spaceError } from '../errors.ts'
import { type Asked, operation } from '../operation.ts'
import { dryRun, exact, flag, name } from '../schema.ts'
import type { Work } from '../work.ts'
import { readyNames } from '../words/ready-names.ts'
import { readyRunners } from './ready-runners.ts'

type RunnerEntry = Readonly<Record<string, string | readonly string[]>>

const input = z.strictObject({
  program: z.enum(readyNames),
  as: name.optional().describe('Its name in the settings; that of the program if left out.'),
  model: exact.optional().describe('The one that the program has chosen if left out; a server needs it.'),
  url: exact.optional().describe('Of a server, up to /chat/completions.'),
  key: name.optional().describe('Name of the secret that a server wants, never the secret.'),
  default: flag('Agents that name no runner get it.'),
  yes: z.boolean().optional(),
  dry_run: dryRun,
})

/** Writes a runner for a known program into the settings of this machine, after showing it. Its command waits as any does. */
export const addRunner = operation({
  input,
  output: z.looseObject({ name: z.string(), entry: z.looseObject({}), file: z.string(), changed: z.boolean() }),
  run: async (work, asked) => {
    const { paths, signal } = work
    const { program, as: own = program, yes = false, dry_run: isDry = false } = asked
    if (['default', 'agents', 'code'].includes(own))
      throw spaceError('CLI_USAGE', {
        message: `A runner can't be named ${own}.`,
        hint: 'Choose another name: --as NAME',
      })
    const entry = await entryOf(work, asked)
    const file = '.datacore/settings.local.yaml'
    const { named, default: usual } = (await readSettings(paths)).runners
    // What waits for the user's word stands there, too.
    const wanted = (await readSettingsWants(paths)).flatMap(({ at: [top, key] }) =>
      top === 'runners' && key ? [key] : [],
    )
    const before = Object.hasOwn(named, own) ? named[own] : undefined
    if (before === undefined ? wanted.includes(own) : !isDeepStrictEqual({ ...before }, entry))
      throw spaceError('SPACE_RUNNER_TAKEN', { name: own })
    const others = wanted.filter((one) => one !== own)
    const chosen = asked.default === true ? own : (usual ?? (others.length > 1 ? undefined : (others[0] ?? own)))
    const lines = Object.entries(entry).map(([key, value]) => `    ${key}: ${JSON.stringify(value)}`)
    const first = chosen === usual ? [] : [`  default: ${chosen}`]
    const added = {
      name: own,
      /** As it was, or would be, written. */
      entry,
      /** Relative to the space. */
      file,
      /** Whom agents get that name none. */
      default: chosen ?? null,
      /** Whether it was there before. */
      is_there: before !== undefined,
      /** False after a no, and where it is there already. */
      changed: false,
    }
    if (before !== undefined && first.length === 0) return added
    if (isDry) return { ...added, changed: true, dry_run: true as const }
    const text = ['runners:', ...first, `  ${own}:`, ...lines].join('\n')
    if (!yes && !(await agreed(work, 'Write this into the settings?', { files: [{ path: file, text }] }))) return added
    const write = async (): Promise<void> => {
      await writeLocalSettings(paths, ['runners', own], entry)
      if (first.length > 0) await writeLocalSettings(paths, 'runners', { default: chosen })
    }
    await withLock(join(paths.locksDirectory, 'settings'), write, { signal })
    return { ...added, changed: true }
  },
})

/** What `model`, `url` and `key` have to be is for its module to say, which a trial starts. */
async function entryOf({ paths }: Work, { program, model, url, key }: Asked<typeof input>): Promise<RunnerEntry> {
  const { command, options, env } = readyRunners[program]
  if (command === undefined) {
    if (model === undefined)
      throw spaceError('CLI_USAGE', {
        message: 'A server has many models, and none was named.',
        hint: `datacortex runner add ${program} --model qwen3 --url http://127.0.0.1:11434/v1`,
      })
    const entry = { plugin: 'runner-openai-compatible', base_url: url ?? 'http://127.0.0.1:11434/v1', model }
    return key === undefined ? entry : { ...entry, api_key: key }
  }
  if (url !== undefined || key !== undefined)
    throw spaceError('CLI_USAGE', {
      message: `${program} is a program: it has addresses and keys from its own settings or from variables.`,
      hint: `Set ${env[0] ?? ''} or write it to .datacore/env, and leave --url and --key out.`,
    })
  const set = await Promise.all(env.map(async (one) => ((await readSecret(paths, one)) === undefined ? [] : [one])))
  const [before, behind] = command
  return {
    plugin: 'runner-command',
    command: [...before, ...(model === undefined ? [] : ['--model', model]), ...behind],
    ...(set.flat().length === 0 ? {} : { env: set.flat() }),
    ...options,
  }
}

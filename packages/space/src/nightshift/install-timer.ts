import { homedir } from 'node:os'
import { type TimerPlan, nightshiftError, timerPlan, usualTimer } from '@datacortex/nightshift'
import { isThere, readSettings, removeFile, runProgram, sha256, writeFileAtomically } from '@datacortex/platform'
import { type Finding, warningFinding } from '@datacortex/errors'
import { z } from 'zod'
import { agreed } from '../caller/agreed.ts'
import { requireUser } from '../caller/require-right.ts'
import { operation } from '../operation.ts'
import { dryRun, exact } from '../schema.ts'
import type { Work } from '../work.ts'

const kind = z.enum(['systemd', 'launchd', 'windows', 'cron']).optional().describe('That of this system if left out.')

export type InstalledTimer = Omit<TimerPlan, 'enable' | 'disable'> & {
  readonly done: boolean
  readonly dry_run?: true | undefined
  readonly findings: readonly Finding[]
}

export const installTimer = operation({
  input: z.strictObject({
    program: z.array(exact).min(1).max(20).describe('What starts datacortex, each a word.'),
    kind,
    yes: z.boolean().optional(),
    dry_run: dryRun,
  }),
  output: z.looseObject({ kind: z.string(), done: z.boolean() }),
  run: async (work, { program, kind: wanted, yes = false, dry_run: isDry = false }): Promise<InstalledTimer> => {
    requireUser(work.caller, 'nightshift install')
    const { enable, disable: _disable, ...plan } = await planOf(work, { program, kind: wanted })
    if (isDry) return { ...plan, done: false, dry_run: true, findings: [] }
    const isAgreed = plan.files.length > 0 && (yes || (await agreed(work, 'Write this?', { files: plan.files })))
    if (!isAgreed) return { ...plan, done: false, findings: [] }
    for (const { path, text } of plan.files) await writeFileAtomically(path, text)
    return { ...plan, done: true, findings: await runEach(enable, work) }
  },
})

export const uninstallTimer = operation({
  input: z.strictObject({ kind, dry_run: dryRun }),
  output: z.looseObject({ kind: z.string(), done: z.boolean() }),
  run: async (work, { kind: wanted, dry_run: isDry = false }): Promise<InstalledTimer> => {
    requireUser(work.caller, 'nightshift uninstall')
    const { disable, enable: _enable, ...plan } = await planOf(work, { program: ['datacortex'], kind: wanted })
    const files: TimerPlan['files'][number][] = []
    for (const file of plan.files) if (await isThere(file.path)) files.push(file)
    const removed = { ...plan, files }
    if (isDry || files.length === 0)
      return { ...removed, done: false, ...(isDry ? { dry_run: true as const } : {}), findings: [] }
    const findings = await runEach(disable, work)
    for (const { path } of files) await removeFile(path)
    return { ...removed, done: true, findings }
  },
})

type Asked = { readonly program: readonly string[]; readonly kind: TimerPlan['kind'] | undefined }

async function planOf({ paths }: Work, { program, kind: wanted }: Asked): Promise<TimerPlan> {
  const { nightshift } = await readSettings(paths)
  const chosen = wanted ?? usualTimer(process.platform)
  if (chosen === undefined) throw nightshiftError('NIGHTSHIFT_TIMER_UNKNOWN', { platform: process.platform })
  const [first = 'datacortex', ...rest] = program
  const [hour = '2', minute = '0'] = nightshift.at.split(':')
  const names = ['PATH', 'XDG_CONFIG_HOME', 'DATACORTEX_CONFIG_DIR', 'DATACORTEX_CACHE_DIR']
  const set = names.flatMap((name) => {
    const value = process.env[name]
    return value === undefined || value === '' ? [] : [[name, value] as const]
  })
  return timerPlan(chosen, {
    command: [first, ...rest, 'nightshift', 'run', '--due', '--until', nightshift.until, '--root', paths.root],
    hour: Number(hour),
    minute: Number(minute),
    name: sha256(paths.root).slice(0, 8),
    root: paths.root,
    home: homedir(),
    environment: Object.fromEntries(set),
  })
}

/** What the system says no to is told, with what does the same by hand. */
async function runEach(commands: TimerPlan['enable'], { paths, signal }: Work): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  for (const command of commands)
    await runProgram(command, { directory: paths.root, environment: {}, timeoutMs: 20_000, signal }).catch(
      (error: unknown) => {
        signal.throwIfAborted()
        const reason = error instanceof Error ? error.message : String(error)
        findings.push(
          warningFinding('NIGHTSHIFT_TIMER_NOT_ENABLED', 'nightshift', {
            message: `The system took no notice of the timer: ${reason}.`,
            hint: command.join(' '),
          }),
        )
      },
    )
  return findings
}

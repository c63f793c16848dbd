import { isRecord, jsonOf, readTextFile } from '@datacortex/platform'
import type { InputOf, OutputOf } from '@datacortex/space'
import { spaceError } from '@datacortex/space/errors'
import { columns } from '@datacortex/wording'
import { type Given, asked } from '../arguments/asked.ts'
import { type CommandResult, type Context, spaceOf } from '../context.ts'
import { findingLines } from '../output/finding-lines.ts'

type Create = InputOf<'agents.create'>
type JsonSchema = NonNullable<Create['tasks']>[string]['input']

export type AgentCreateOptions = Omit<Given<'agents.create'>, 'primer' | 'tasks' | 'capabilities' | 'limits'> & {
  readonly primer: string
  readonly task?: readonly string[] | undefined
  readonly capability?: readonly string[] | undefined
  readonly limit?: readonly string[] | undefined
  readonly lifetime?: 'run' | undefined
}

export async function agentCreate(
  context: Context,
  { primer, task = [], capability, limit = [], lifetime, ...given }: AgentCreateOptions,
): Promise<CommandResult> {
  const tasks = await Promise.all(task.map(taskOf))
  const limits = { ...Object.fromEntries(limit.map(limitOf)), ...(lifetime === undefined ? {} : { lifetime }) }
  const data = await (
    await spaceOf(context)
  ).agents.create({
    ...asked<'agents.create'>({ ...given, primer: await textOf(primer) }),
    tasks: Object.fromEntries(tasks),
    limits,
    ...(capability === undefined ? {} : { capabilities: capability }),
  })
  const [name = '"what it shall do"', definition] = tasks[0] ?? []
  const first = definition?.input === undefined ? name : `${name} --input INPUT.json`
  return {
    data,
    lines: [
      ...columns([
        [data.dry_run === true ? 'would make' : 'made', data.path],
        ['reference', data.reference],
        ...(data.tasks.length === 0 ? [] : [['tasks', data.tasks.join(', ')]]),
        ['recipe', data.file],
        ['next', `datacortex agent run ${data.path} ${first}`],
        ...(data.can_build_from ?? []).map(({ agent, text }) => ['build from', `${agent}  ${text}`]),
      ]),
      ...(data.dry_run === true ? ['dry run    nothing was changed'] : []),
    ],
  }
}

/** A text, or that of a file behind `@`, or of a file of this name. */
async function textOf(given: string, maxBytes = 1_000_000): Promise<string> {
  const read = await readTextFile(given.replace(/^@/, ''), { maxBytes })
  if (read.ok) return read.text
  if (given.startsWith('@') || /^[^\s]*[./\\][^\s]*$/.test(given)) throw unreadable(given, read.reason)
  return given
}

/** JSON, or that of the file of this name. */
export async function jsonIn(given: string): Promise<unknown> {
  const isInline = /^\s*(?:[[{"\d-]|true|false|null)/.test(given)
  const value = jsonOf(isInline ? given : await textOf(`@${given.replace(/^@/, '')}`))
  if (value === undefined) throw unreadable(given, 'it is no JSON')
  return value
}

function unreadable(given: string, reason: string): Error {
  return spaceError('CLI_USAGE', {
    message: `${JSON.stringify(given.replace(/^@/, '').slice(0, 200))} can't be read: ${reason}.`,
    hint: 'Name a file, or write out what would stand in it.',
  })
}

/** `NAME=SCHEMA`, where SCHEMA is that of the input, or a document with `description`, `input` and `output`. */
async function taskOf(given: string): Promise<[string, NonNullable<Create['tasks']>[string]]> {
  const [, name = given, schema] = /^([^=]+)=(.*)$/su.exec(given) ?? []
  if (schema === undefined) return [name, {}]
  const value = await jsonIn(schema)
  const isWhole = isRecord(value) && Object.keys(value).every((key) => ['description', 'input', 'output'].includes(key))
  // What is wrong with it the operation says.
  return [
    name,
    isWhole && Object.keys(value).some((key) => key !== 'description') ? value : { input: value as JsonSchema },
  ]
}

function limitOf(given: string): [string, unknown] {
  const [, name = given, value = ''] = /^([^=]+)=(.*)$/su.exec(given) ?? []
  return [name, name === 'expires' || value.trim() === '' || Number.isNaN(Number(value)) ? value : Number(value)]
}

export type AgentSpawnOptions = Omit<Given<'agents.spawn'>, 'input' | 'output' | 'rows'> & {
  readonly input?: string | undefined
  readonly output?: string | undefined
  /** A file of JSON lines. */
  readonly map?: string | undefined
}

export async function agentSpawn(
  context: Context,
  { input, output, map, ...given }: AgentSpawnOptions,
): Promise<CommandResult> {
  const schema = output === undefined ? {} : { output: (await jsonIn(output)) as JsonSchema }
  const rows = map === undefined ? {} : { rows: await rowsOf(map) }
  const asking = {
    ...asked<'agents.spawn'>(given),
    ...schema,
    ...rows,
    input: input === undefined ? undefined : await jsonIn(input),
  }
  const data = await (await spaceOf(context)).agents.spawn(asking)
  if (data.approved === false) return { data, lines: ['not approved; nothing was run'], exitCode: 1 }
  if (data.dry_run === true) return { data, lines: [`would copy ${data.from}`, 'dry run    nothing was run'] }
  const exitCode = data.failed === 0 ? 0 : 1
  if (map !== undefined) return { data, lines: data.rows.map((row) => JSON.stringify(row)), isExact: true, exitCode }
  const error = data.rows[0]?.error
  const answer = typeof data.result === 'string' ? data.result.trimEnd() : JSON.stringify(data.result)
  const text = error === undefined ? answer : `${error.code}  ${error.message}`
  return { data, lines: [text, ...findingLines(data.findings)], exitCode }
}

async function rowsOf(file: string): Promise<readonly unknown[]> {
  const maxBytes = 100_000_000
  const { readStdin } = await import('../arguments/read-stdin.ts')
  const given = file === '-' ? Buffer.from(await readStdin(process.stdin, { maxBytes })).toString() : undefined
  const lines = (given ?? (await textOf(`@${file.replace(/^@/, '')}`, maxBytes)))
    .split('\n')
    .filter((line) => line.trim() !== '')
  if (lines.length === 0) throw unreadable(file, 'it has no rows')
  return lines.map((line, index) => {
    const row = jsonOf(line)
    if (row === undefined) throw unreadable(file, `line ${index + 1} is no JSON`)
    return row
  })
}

export async function agentPromote(
  context: Context,
  { to, ...given }: Given<'agents.promote'> & { readonly to: 'promote' | 'demote' },
): Promise<CommandResult> {
  const { agents } = await spaceOf(context)
  const data = to === 'promote' ? await agents.promote(asked(given)) : await agents.demote(asked(given))
  return { data, lines: movedLines(data, to), exitCode: data.approved === false ? 1 : 0 }
}

function movedLines(data: OutputOf<'agents.promote'>, to: 'promote' | 'demote'): readonly string[] {
  const [from, now] = to === 'promote' ? [data.path, data.id] : [data.id, data.path]
  const rights = Object.entries(data.rights).flatMap(([kind, names]) =>
    names.length === 0 ? [] : [[kind, names.join(', ')]],
  )
  const verb = data.approved === false ? 'not done' : data.dry_run === true ? `would ${to}` : `${to}d`
  return [
    ...columns([[verb, `${from} to ${now}`], ...rights]),
    ...findingLines(data.findings),
    ...(data.dry_run === true ? ['dry run    nothing was changed'] : []),
  ]
}

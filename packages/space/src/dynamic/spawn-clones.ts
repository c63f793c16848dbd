import { join } from 'node:path'
import { CodedError, codedError, type Finding } from '@datacortex/errors'
import { type DynamicAgent, type JsonSchema, checkType, dynamicError, reserve } from '@datacortex/dynamic-agents'
import { planRun, versionsOf, withClones } from '@datacortex/execution'
import {
  type DeepReadonly,
  appendLines,
  createSlots,
  parseJsonLine,
  readJournalLines,
  removeFile,
  sha256,
  withLock,
} from '@datacortex/platform'
import { resolveAgent } from '@datacortex/registry'
import { z } from 'zod'
import { builtinAgents } from '../parts/builtin-agents.ts'
import { isCommandAllowed } from '../caller/command-allowed.ts'
import { runCaller } from '../agents/run-caller.ts'
import { operation } from '../operation.ts'
import { openSpaceMemory } from '../parts/memory.ts'
import { dryRun, name, task } from '../schema.ts'
import type { Work } from '../work.ts'
import { budget } from '../agents/agent-context.ts'
import { catalogueWith, cloneMark, withClone } from './catalogue-with.ts'
import { jsonSchema, ownParent } from './create-agent.ts'
import { answerBy, repairedAnswer } from './typed-text.ts'

export type ClonedRow = DeepReadonly<z.infer<typeof Row>>

const Row = z.object({
  /** From 0. */
  row: z.number(),
  ok: z.boolean(),
  result: z.unknown().optional(),
  error: z.object({ code: z.string(), message: z.string(), path: z.string().optional() }).optional(),
})

export type SpawnedClones = {
  readonly from: string
  readonly execution_id?: string | undefined
  readonly status: 'success' | 'partial' | 'failed' | 'planned'
  /** Of a single clone. */
  readonly result?: unknown
  readonly rows: readonly ClonedRow[]
  readonly failed: number
  /** Rows that an earlier run of the same had done. */
  readonly resumed: number
  readonly findings: readonly Finding[]
  readonly dry_run?: true | undefined
  /** Somebody was asked whether its program may run, and said no. */
  readonly approved?: false | undefined
}

export const spawnClones = operation({
  input: z.strictObject({
    from: name.optional().describe('The agent that is copied; in a run who calls.'),
    task,
    input: z.unknown().optional().describe('Of a task with a type.'),
    rows: z.array(z.unknown()).min(1).max(100_000).optional().describe('One clone for each; in place of input.'),
    output: jsonSchema.optional().describe('JSON Schema 2020-12 of each answer; text without it.'),
    concurrency: z.number().int().min(1).max(64).optional().describe('4 if left out.'),
    runner: name.optional().describe('That of the settings if left out.'),
    budget,
    dry_run: dryRun,
  }),
  output: z.looseObject({
    from: z.string(),
    status: z.string(),
    rows: z.array(z.looseObject({ row: z.number(), ok: z.boolean() })),
  }),
  run: async (work, asked): Promise<SpawnedClones> => {
    const { paths, signal } = work
    if (asked.output !== undefined) checkType(asked.output, 'output')
    const parent = await ownParent(work, asked.from)
    const found = await catalogueWith(work, [parent])
    const from = found.idOf(parent)
    const { agent: base } = resolveAgent(found.registry, from)
    const catalogue = { ...found, registry: withClone(found.registry, base) }
    const rows = asked.rows ?? [asked.input]
    await using memory = await openSpaceMemory(work, { dryRun: true })
    const whole = {
      ...runCaller(work, {}),
      catalogue,
      agent: `${base.id}${cloneMark}`,
      original: base.id,
      task: asked.task,
      builtins: builtinAgents(work),
      runner: asked.runner,
      budget: asked.budget,
      search: memory.port,
      log: await work.openLog(),
      signal,
    }
    const plan = await planRun(paths, whole)
    const { chosen, settings } = plan
    const nothing = { from: base.id, rows: [], failed: 0, resumed: 0, findings: [] }
    if (asked.dry_run === true) return { ...nothing, status: 'planned', dry_run: true }
    if (chosen.kind === 'plugin' && !(await isCommandAllowed(work, { ...chosen, at: chosen.settingsAt })))
      return { ...nothing, status: 'failed', approved: false }
    // Also an agent whose prompt or component changed is another one.
    const [version] = await versionsOf(paths, base, [])
    const key = sha256(JSON.stringify([base.id, version?.hash, chosen.name, asked.task, asked.output, rows])).slice(
      0,
      32,
    )
    const journal = join(paths.stateDirectory, 'spawns', `${key}.jsonl`)
    const limited = found.dynamic.get(parent)
    const alone = async (): Promise<SpawnedClones> => {
      const known = await doneRows(journal)
      const { id, answer, findings } = await withClones(paths, { ...whole, plan }, async (run, execution) => {
        const all = await runRows(
          { work, rows, known, journal, limited, execution, asked, budget: asked.budget ?? settings.context.budget },
          run,
        )
        const failed = all.filter(({ ok }) => !ok)
        const status = failed.length === 0 ? 'success' : failed.length === all.length ? 'failed' : 'partial'
        const spawned = all.map(({ row, ok }) => ({
          agent_id: `${base.id}${cloneMark}`,
          execution_id: `${execution}-${row}`,
          status: ok ? 'success' : 'failed',
        }))
        return { answer: { all, status, failed: failed.length } as const, status, spawned: spawned.slice(0, 200) }
      })
      // What is done is not resumed.
      if (answer.failed === 0) await removeFile(journal)
      return {
        from: base.id,
        execution_id: id,
        status: answer.status,
        ...(asked.rows === undefined ? { result: answer.all[0]?.result } : {}),
        rows: answer.all,
        failed: answer.failed,
        resumed: known.size,
        findings,
      }
    }
    return asked.rows === undefined
      ? await alone()
      : await withLock(join(paths.locksDirectory, `spawn-${key}`), alone, { signal, timeoutMs: 0 })
  },
})

type Rows = {
  readonly work: Work
  readonly rows: readonly unknown[]
  readonly known: ReadonlyMap<number, ClonedRow>
  readonly journal: string
  readonly limited: DynamicAgent | undefined
  readonly execution: string
  readonly asked: {
    readonly output?: JsonSchema | undefined
    readonly concurrency?: number | undefined
    readonly rows?: readonly unknown[] | undefined
  }
  /** Tokens that are set aside for each row. */
  readonly budget: number
}

type Run = (more: string) => Promise<{ readonly text: string; readonly tokens: number; readonly usd: number }>

/** Some at once, each on its own: one that fails stops no other. */
async function runRows(of: Rows, run: Run): Promise<readonly ClonedRow[]> {
  const { work, rows, known, journal, limited, asked } = of
  const { onProgress } = work
  const most = Math.min(asked.concurrency ?? 4, limited?.limits.concurrency ?? 64)
  const slots = createSlots(most)
  const broken = new AbortController()
  const signal = AbortSignal.any([work.signal, broken.signal])
  const unkept: string[] = []
  let done = known.size
  let writing = Promise.resolve()
  // No copy waits for the disk: rows that end while others are written are written together.
  const keep = async (result: ClonedRow): Promise<void> => {
    if (unkept.push(JSON.stringify(result)) === 1)
      writing = writing.then(async () => await appendLines(journal, unkept.splice(0)))
    await writing.catch((error: unknown) => {
      broken.abort(error)
      throw error
    })
  }
  const ended = await Promise.allSettled(
    rows.map(async (input, row) => {
      const before = known.get(row)
      if (before !== undefined) return before
      const result = await slots.run(
        async () => {
          // What can't be kept is not to be paid for.
          if (unkept.length > most) await writing
          return await oneRow({ ...of, input, row }, run)
        },
        { signal },
      )
      if (asked.rows !== undefined) await keep(result)
      done += 1
      onProgress({ stage: 'clone', done, total: rows.length, subject: result.ok ? '' : (result.error?.code ?? '') })
      return result
    }),
  )
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  return ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}

type OneRow = Omit<Rows, 'rows' | 'known' | 'journal'> & { readonly input: unknown; readonly row: number }

async function oneRow({ input, row, limited, execution, asked: { output }, budget, work }: OneRow, run: Run) {
  const more = `${input === undefined ? '' : `\n\nInput:\n\n${JSON.stringify(input)}`}${output === undefined ? '' : `\n\n${answerBy(output)}`}`
  let [tokens, usd] = [0, 0]
  const counted = async (text: string): Promise<string> => {
    const answer = await run(text)
    tokens += answer.tokens
    usd += answer.usd
    return answer.text
  }
  try {
    const reserved =
      limited && (await reserve(work.paths, { id: `${execution}-${row}`, levels: limited.levels, budget }))
    try {
      const text = await counted(more)
      if (output === undefined) return { row, ok: true, result: text }
      const again = async (repair: string): Promise<string> => await counted(`${more}\n\n${repair}`)
      const { result, problem } = await repairedAnswer(text, output, again)
      if (problem === undefined) return { row, ok: true, result }
      throw dynamicError('DYNAMIC_OUTPUT_INVALID', { task: `row ${row}`, ...problem, execution })
    } finally {
      await reserved?.settle({ tokens, usd, hasRun: true })
    }
  } catch (error) {
    work.signal.throwIfAborted()
    const { code, message, details } = codedError(error)
    const path = details?.['path']
    return { row, ok: false, error: { code, message, ...(typeof path === 'string' ? { path } : {}) } }
  }
}

/** Rows that were answered before somebody stopped the same. */
async function doneRows(journal: string): Promise<ReadonlyMap<number, ClonedRow>> {
  const read = await readJournalLines(journal).catch(codedError)
  const rows = CodedError.is(read)
    ? []
    : read.lines.map(({ line }) => parseJsonLine(line, Row as z.ZodType<ClonedRow & object>))
  return new Map(rows.flatMap((one) => (typeof one === 'string' || !one.ok ? [] : [[one.row, one] as const])))
}

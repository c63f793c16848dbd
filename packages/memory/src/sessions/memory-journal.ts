import { join } from 'node:path'
import type { SpacePaths } from '@datacortex/platform'
import { appendLines, parseJsonLine, patientLimit, readJournalLines, withLock } from '@datacortex/platform'
import { type Finding, infoFinding, warningFinding } from '@datacortex/errors'
import { MemoryEvent } from './memory-event.ts'
import { MemoryLedger } from './memory-ledger.ts'
import type { SessionMemory } from './session-memory.ts'

export type JournalView = { readonly ledger: MemoryLedger; readonly findings: readonly Finding[] }

/** The journal of session memories: one JSON line an event, only ever added to, each read once. */
export class MemoryJournal {
  readonly file: string
  readonly #lock: string
  #state: JournalState = emptyState()
  #turn: Promise<unknown> = Promise.resolve()

  constructor(paths: SpacePaths) {
    this.file = join(paths.stateDirectory, 'session-memories.jsonl')
    this.#lock = join(paths.locksDirectory, 'session-memories')
  }

  /** Reads what has been added since the last call; without a lock, because lines never change. */
  read(): Promise<JournalView> {
    const result = this.#turn.then(() => this.#readOn())
    // Two reads at once would both start at the same place.
    this.#turn = result.catch(() => undefined)
    return result
  }

  /** Appends what `decide` derives from all events; resolves once on the disk. Throws `PLATFORM_FILE_UNWRITABLE`. */
  async write<T>(
    decide: (ledger: MemoryLedger) => { readonly events: readonly MemoryEvent[]; readonly result: T },
    options: { readonly signal?: AbortSignal | undefined } = {},
  ): Promise<T> {
    return await withLock(
      this.#lock,
      async () => {
        try {
          const { ledger } = await this.read()
          const { events, result } = decide(ledger)
          // Also without new lines: what this call builds on may be from a writer that was killed before its sync.
          await appendLines(
            this.file,
            events.map((event) => JSON.stringify(event)),
          )
          await this.read()
          return result
        } catch (error) {
          // `decide` may have applied events that are not on the disk now.
          this.#state = emptyState()
          throw error
        }
      },
      { ...options, timeoutMs: patientLimit(120_000) },
    )
  }

  async #readOn(): Promise<JournalView> {
    const read = await readJournalLines(this.file, this.#state)
    if (read.restarted) this.#state = emptyState()
    const state = this.#state
    const passing: Finding[] = []
    for (const { line, number, complete } of read.lines) {
      const parsed = parseJsonLine(line, MemoryEvent)
      const problem = typeof parsed === 'string' ? parsed : state.ledger.apply(parsed)
      if (problem === undefined) continue
      if (complete) keepFinding(state.findings, badLine(this.file, { number, problem }))
      else passing.push(unfinishedLine(this.file, number))
    }
    Object.assign(state, read.position)
    return { ledger: state.ledger, findings: [...state.findings, ...passing] }
  }
}

type JournalState = {
  readonly ledger: MemoryLedger
  readonly findings: Finding[]
  inode: bigint
  offset: number
  line: number
}

function emptyState(): JournalState {
  return { ledger: new MemoryLedger(), findings: [], inode: 0n, offset: 0, line: 0 }
}

const mostFindings = 100

/** A journal of garbage must not fill the memory with findings about it. */
function keepFinding(findings: Finding[], finding: Finding): void {
  if (findings.length < mostFindings) findings.push(finding)
  else if (findings.length === mostFindings)
    findings.push({ ...finding, message: `${finding.message} Further lines are not listed.` })
}

function badLine(file: string, { number, problem }: { number: number; problem: string }): Finding {
  return warningFinding('MEMORY_JOURNAL_LINE', `${file}:${number}`, {
    message: `Line ${number} of the session memories was passed over: ${problem}.`,
    hint: 'A line that a stopped process left unfinished was never acknowledged; you may delete it.',
  })
}

function unfinishedLine(file: string, number: number): Finding {
  return infoFinding('MEMORY_JOURNAL_UNFINISHED', `${file}:${number}`, {
    message: `The last line of the session memories is unfinished: it is being written, or its writer was stopped.`,
    hint: 'Nothing to do: the next memory closes it.',
  })
}

/**
 * All memories of a space, also superseded ones, in the order in which they were first remembered.
 * @returns The memories, and what in the journal could not be read.
 * @throws `PLATFORM_FILE_UNREADABLE` if the journal exists and can't be opened.
 * @example const { memories } = await readMemories(paths)
 */
export async function readMemories(
  paths: SpacePaths,
): Promise<{ readonly memories: readonly SessionMemory[]; readonly findings: readonly Finding[] }> {
  const { ledger, findings } = await new MemoryJournal(paths).read()
  return { memories: ledger.memories, findings }
}

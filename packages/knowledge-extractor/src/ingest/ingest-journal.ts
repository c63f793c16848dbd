import { join } from 'node:path'
import { appendLines, isRecord, jsonOf, readJournalLines, writeFileAtomically } from '@datacortex/platform'
import type { SpacePaths } from '@datacortex/platform'
import type { KnowledgeResult } from '../knowledge-result.ts'

export type DoneInput = {
  /** Of the input and its content. */
  readonly key: string
  readonly results: readonly KnowledgeResult[]
}

/** What is done of a batch, on the disk before anybody is told. Its user holds the lock of the batch. */
export class IngestJournal {
  readonly #file: string
  readonly #done: Map<string, DoneInput>
  /** Whether the last run of the batch came to its end. */
  readonly isComplete: boolean
  #waiting: string[] = []
  #writing: Promise<void> | undefined

  constructor(file: string, { done, isComplete }: { done: Map<string, DoneInput>; isComplete: boolean }) {
    this.#file = file
    this.#done = done
    this.isComplete = isComplete
  }

  get(key: string): DoneInput | undefined {
    return this.#done.get(key)
  }

  /** Of all inputs that are done. */
  results(): readonly KnowledgeResult[] {
    return [...this.#done.values()].flatMap(({ results }) => results)
  }

  /** Forgets what a complete run has done, but for what the caller wants to keep. */
  async restart(keeps: (done: DoneInput) => boolean): Promise<void> {
    for (const done of this.#done.values()) if (!keeps(done)) this.#done.delete(done.key)
    const lines = [...this.#done.values()].map(lineOf)
    await writeFileAtomically(this.#file, lines.map((line) => `${line}\n`).join(''))
  }

  /** Resolves when the line is on the disk; lines that come together are written together. */
  async add(done: DoneInput): Promise<void> {
    await this.#append(lineOf(done))
  }

  async complete(): Promise<void> {
    await this.#append(JSON.stringify({ v: 1, complete: true }))
  }

  async #append(line: string): Promise<void> {
    this.#waiting.push(line)
    // The write that goes on may have left without this line; the one after it takes it.
    while (this.#waiting.includes(line)) {
      if (this.#writing === undefined) {
        const lines = this.#waiting
        this.#waiting = []
        this.#writing = appendLines(this.#file, lines).finally(() => (this.#writing = undefined))
      }
      await this.#writing
    }
    await this.#writing
  }
}

export async function openIngestJournal(paths: SpacePaths, batch: string): Promise<IngestJournal> {
  const file = join(paths.stateDirectory, 'ingest', `${batch}.jsonl`)
  const { lines } = await readJournalLines(file)
  const done = new Map<string, DoneInput>()
  let isComplete = false
  for (const { line } of lines) {
    const entry = parseLine(line)
    if (entry === 'complete') isComplete = true
    else if (entry !== undefined) {
      isComplete = false
      done.set(entry.key, entry)
    }
  }
  return new IngestJournal(file, { done, isComplete })
}

function lineOf({ key, results }: DoneInput): string {
  return JSON.stringify({ v: 1, key, results })
}

function parseLine(line: string): DoneInput | 'complete' | undefined {
  const entry = jsonOf(line)
  if (!isRecord(entry) || entry['v'] !== 1) return undefined
  if (entry['complete'] === true) return 'complete'
  const { key, results } = entry
  if (typeof key !== 'string' || !Array.isArray(results)) return undefined
  // The program wrote this line itself.
  return { key, results: results as readonly KnowledgeResult[] }
}

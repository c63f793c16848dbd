import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseNote } from '@datacortex/notes'
import { expect, onTestFinished, test } from 'vitest'
import { knowledgeSpace } from '../__fixtures__/knowledge-space.ts'

const count = 24

test('kill −9 in the middle, again and again: nothing twice, nothing half-written, what was done is not extracted again', async () => {
  const files = Object.fromEntries(
    Array.from({ length: count }, (_, index) => {
      const [first, second, third] = ['a', 'b', 'c'].map((end) => `word${String.fromCharCode(97 + index)}${end}`)
      const text = `# About ${first}\n\nEvery ${first} near ${second} has keepers of ${third} who write its long history. Keepers of ${first} and ${third} meet each spring in the hall of ${second}.\n`
      return [`inbox/${String(index).padStart(2, '0')}.md`, text] as const
    }),
  )
  const { root, list, read } = await knowledgeSpace(files)
  const done = new Set<string>()
  for (const after of [1, 4, 7]) {
    // Two go on at the same time: it is killed while something is written, or waits to be.
    const child = start(root, after + 2)
    let lines = 0
    for await (const line of createInterface({ input: child.stdout ?? process.stdin })) {
      done.add(line)
      lines += 1
      if (lines === after) child.kill('SIGKILL')
    }
  }
  const extractedBefore = await extractions(root)
  expect(done.size).toBeGreaterThanOrEqual(7)
  expect(done.size).toBeLessThan(count)
  const child = start(root, Infinity)
  const output: string[] = []
  for await (const line of createInterface({ input: child.stdout ?? process.stdin })) output.push(line)
  const counts = JSON.parse(output.at(-1) ?? '{}') as { success: number; unchanged: number }
  // An input whose note was written and whose line in the journal was not is found unchanged.
  expect(counts.success + counts.unchanged).toBe(count)
  const again = (await extractions(root)).slice(extractedBefore.length)
  expect(again.filter((name) => done.has(name))).toEqual([])
  const notes = await list('0-personal/3-knowledge/literature')
  expect(notes).toHaveLength(count)
  const zettels = await list('0-personal/3-knowledge/zettel')
  expect(zettels).toHaveLength(count)
  for (const [folder, names] of [
    ['literature', notes],
    ['zettel', zettels],
  ] as const)
    for (const name of names) {
      const path = `0-personal/3-knowledge/${folder}/${name}`
      expect(parseNote(await read(path), { path, sha256: '' })).toMatchObject({ type: folder, findings: [] })
    }
})

function start(root: string, most: number): ChildProcess {
  const file = fileURLToPath(new URL('../__fixtures__/ingest-in-child.ts', import.meta.url))
  const flags = ['--conditions=@datacortex/source', '--disable-warning=ExperimentalWarning']
  const child = spawn(process.execPath, [...flags, file, root, `${most}`], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  })
  return child
}

async function extractions(root: string): Promise<readonly string[]> {
  return (await readFile(join(root, 'extracted.txt'), 'utf8')).trim().split('\n')
}

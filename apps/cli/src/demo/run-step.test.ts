import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { DemoStep } from './demo-step.ts'
import { runStep } from './run-step.ts'

const { signal } = new AbortController()

test('a note that is there and lacks the text of what was read is not as expected', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'datacortex-step-'))
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }))
  await using stack = new AsyncDisposableStack()
  await mkdir(join(folder, 'desk'))
  await writeFile(join(folder, 'desk/note.md'), '# Lights\n\nThe lens is high.\n')
  const data = { items: [{ note: 'note.md' }] }
  const detailOf = async (writes: DemoStep['writes']): Promise<string> => {
    const step: DemoStep = { name: 'ingest', argv: ['ingest'], expects: { 'items.length': 1 }, writes, detail: 'read' }
    const run = async () => ({ data, lines: [] })
    return (await runStep(step, { run, tour: { folder, values: new Map(), stack }, signal })).report.detail
  }
  expect(await detailOf({ 'items.0.note': 'The lens is high.' })).toBe('read')
  expect(await detailOf({ 'items.0.note': 'mercury' })).toBe('items.0.note does not hold "mercury"')
  expect(await detailOf({ 'items.1.note': 'lens' })).toBe('items.1.note does not hold "lens"')
})

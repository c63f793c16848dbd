import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runJson } from './one-process.ts'
import { temporaryFolder } from './temporary-folder.ts'

test('a module that was installed is told each point of ingest, and may skip an input', async () => {
  const cwd = await temporaryFolder()
  await runJson(['init'], { cwd })
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(cwd, path, '..'), { recursive: true })
    await writeFile(join(cwd, path), text)
  }
  await runJson(['module', 'install', './hook-watch', '--yes'], { cwd })
  const report = await runJson(['ingest', join(cwd, 'inbox'), '--no-index'], { cwd })
  expect(report).toMatchObject({
    counts: { success: 1, skipped: 1, failed: 0 },
    items: [
      { status: 'skipped', error: { code: 'KNOWLEDGE_INPUT_SKIPPED', message: expect.stringContaining('a draft') } },
      { status: 'success' },
    ],
  })
  const note = '0-personal/3-knowledge/literature/tides-of-the-port.md'
  const inbox = join(cwd, 'inbox')
  const reported = await eventsOf(cwd)
  const of = (input: string): readonly unknown[] =>
    reported.filter(([, payload]) => payload['input'] === join(inbox, input))
  expect(of('draft.md')).toEqual([
    [
      'pre_ingest',
      expect.objectContaining({ input_type: 'file', content_hash: expect.stringMatching(/^[0-9a-f]{64}$/) }),
    ],
    ['post_ingest', expect.objectContaining({ status: 'skipped', zettels_created: [] })],
  ])
  expect(of('tides.md')).toEqual([
    ['pre_ingest', expect.objectContaining({ input_type: 'file' })],
    ['post_extract', expect.objectContaining({ literature_note: note, zettels_created: expect.any(Array) })],
    ['post_ingest', expect.objectContaining({ status: 'success', literature_note: note })],
  ])
  expect(reported.at(-1)).toEqual([
    'ingest_complete',
    expect.objectContaining({ done: 2, failed: 0, outputs: expect.arrayContaining([note]) }),
  ])
})

type Event = readonly [point: string, payload: Readonly<Record<string, unknown>>]

async function eventsOf(cwd: string): Promise<readonly Event[]> {
  const lines = (await readFile(join(cwd, '.datacore/state/modules/hook-watch/told.jsonl'), 'utf8'))
    .trimEnd()
    .split('\n')
  return lines.map((line) => JSON.parse(line) as Event)
}

const points = ['pre_ingest', 'post_extract', 'post_ingest', 'ingest_complete']

const files = {
  'inbox/draft.md': '# Draft\n\nThis is about the harbour, and it is not done yet.\n',
  'inbox/tides.md': `# Tides of the port

Spring tides occur when the Sun and the Moon pull the sea along one line. The water then rises higher than on other days of the month.

Harbour walls in northern Europe are built about one metre above the highest spring tide.
`,
  'hook-watch/module.yaml': `manifest_version: 2
name: hook-watch
version: 1.0.0
description: Writes down what ingest tells
provides: { hooks: [${points.join(', ')}] }
`,
  'hook-watch/package.json': JSON.stringify({ name: 'hook-watch', type: 'module', main: './index.js' }),
  'hook-watch/index.js': `import { appendFileSync } from 'node:fs'
export const plugin = {
  name: 'hook-watch',
  kind: 'hooks',
  setup: ({ dataDir }) =>
    Object.fromEntries(
      ${JSON.stringify(points)}.map((point) => [
        point,
        (payload) => {
          appendFileSync(dataDir + '/told.jsonl', JSON.stringify([point, payload]) + '\\n')
          if (point === 'pre_ingest' && payload.input.endsWith('draft.md')) return { skip: 'it is a draft' }
        },
      ]),
    ),
}
`,
}

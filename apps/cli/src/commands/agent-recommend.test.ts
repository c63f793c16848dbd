import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { commandSpace } from '../__fixtures__/command-space.ts'
import { agentRecommend } from './agent-recommend.ts'
import { agentList } from './agent-list.ts'

const cards: Readonly<Record<string, string>> = {
  'Tide Watcher': 'Watches the tides for sailors.',
  'Moon Watcher': 'Watches the moon for sailors.',
  'Star Watcher': 'Watches the stars for sailors.',
}

/** A space with an open task, and a catalogue of agents that fit it. */
async function watched() {
  const supportedInterfaces = [{ url: 'https://a.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }]
  const server = createServer((_, response) => {
    const entries = Object.entries(cards).map(([name, description]) => ({
      identifier: name,
      displayName: name,
      mediaType: 'application/a2a-agent-card+json',
      data: { name, description, version: '1', supportedInterfaces, capabilities: {}, skills: [] },
    }))
    response.end(JSON.stringify({ specVersion: '1.0', entries }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => await new Promise((resolve) => server.close(() => resolve())))
  const addresses = [`http://127.0.0.1:${(server.address() as AddressInfo).port}/catalog.json`]
  const { context, paths } = await commandSpace({ settings: { plugins: { 'directory-catalog': { addresses } } } })
  await writeFile(
    join(paths.root, 'boat.md'),
    '# Boat\n\n- [ ] Watches the tides, the moon and the stars for sailors\n',
  )
  return { ...context, json: false }
}

/** A terminal at which somebody types these lines, one for each question. */
function typing(...lines: readonly string[]) {
  const input = Object.assign(new PassThrough(), { isTTY: true })
  const output = Object.assign(new PassThrough(), { isTTY: true })
  const waiting = [...lines]
  let shown = ''
  output.on('data', (piece: Buffer) => {
    shown += String(piece)
    if (/none\)[^\n]*$/.test(shown) && waiting.length > 0) input.write(`${waiting.shift()}\n`)
  })
  return { terminal: { input, output }, shown: () => shown }
}

const asked = { directory: ['all'], top: 5 }

test('on a terminal one selection imports several at once, switched off, and the next one offers the rest', async () => {
  const context = await watched()
  const first = typing('1, 3')
  const { lines, data } = await agentRecommend(context, asked, first.terminal)
  expect(first.shown()).toContain('Which to import, switched off?')
  const offered = (data as { recommended: { name: string }[] }).recommended.map(({ name }) => name)
  expect(offered.toSorted()).toEqual(Object.keys(cards).toSorted())
  const wanted = [offered[0], offered[2]].map((name) => name?.toLowerCase().replace(' ', '-'))
  for (const id of wanted) expect(lines).toContainEqual(expect.stringMatching(`^imported   ${id}, switched off`))
  expect(lines.filter((line) => line.startsWith('imported'))).toHaveLength(2)
  const { agents } = (await agentList(context, {})).data as { agents: { id: string; disabled: boolean }[] }
  for (const id of wanted) expect(agents.find((one) => one.id === id)?.disabled).toBe(true)

  const second = typing('all')
  const rest = await agentRecommend(context, asked, second.terminal)
  expect(rest.lines.filter((line) => line.startsWith('imported'))).toEqual([
    expect.stringContaining(offered[1]?.toLowerCase().replace(' ', '-') ?? '-'),
  ])
  expect((await agentRecommend(context, asked, typing().terminal)).lines.join()).not.toContain('imported')
})

test('Enter imports nobody, and nobody is asked where there is no terminal or a document is wanted', async () => {
  const context = await watched()
  const { terminal } = typing('')
  expect((await agentRecommend(context, asked, terminal)).lines.join()).not.toContain('imported')
  for (const [where, at] of [
    [context, { ...terminal, input: new PassThrough() }],
    [{ ...context, json: true }, terminal],
  ] as const)
    expect((await agentRecommend(where, asked, at)).lines.join()).not.toContain('imported')
})

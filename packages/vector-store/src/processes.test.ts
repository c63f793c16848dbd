import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { open, row, temporaryFolder } from './__fixtures__/rows.ts'

const long = process.env['LONG'] !== undefined
const writes = long ? 60 : 10
const killedAfter = long ? 12 : 6
const readerNames = long ? ['1', '2'] : ['1']
const writerNames = long ? ['killed', 'a', 'b', 'c'] : ['killed', 'a', 'b']

test('several writers, readers beside them, one writer killed: no acknowledged row is lost and no reader fails', async () => {
  const folder = await temporaryFolder()
  const readers = readerNames.map(() => start('read-forever.ts', [folder]))
  const writers = writerNames.map((name) =>
    start('write-forever.ts', [folder, name, name === 'killed' ? '10000' : String(writes)]),
  )
  const outputs = writers.map(async ({ stdout }) => (stdout === null ? '' : await text(stdout)))
  const victim = writers[0]
  // Killed in the middle of its work: after some writes, at a moment that nothing is synchronised with.
  let seen = 0
  victim?.stdout?.on('data', () => {
    seen += 1
    if (seen === killedAfter) victim.kill('SIGKILL')
  })
  const codes = await Promise.all(writers.map(async (writer) => (await once(writer, 'close'))[0] as unknown))
  expect(codes).toEqual(writerNames.map((name) => (name === 'killed' ? null : 0)))
  const reports = await Promise.all(
    readers.map(async (reader) => {
      const report = reader.stdout === null ? '' : text(reader.stdout)
      reader.stdin?.end()
      expect((await once(reader, 'close'))[0]).toBe(0)
      return await report
    }),
  )
  for (const report of reports) expect(report).toMatch(/^[1-9]\d* searches, \d+ rows\n$/)
  const acknowledged = (await Promise.all(outputs)).flatMap((output) => output.split('\n').slice(0, -1))
  const agents = await open(folder)
  const stored = await agents.hashes()
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
  expect(acknowledged.length).toBeGreaterThanOrEqual(writes * (writerNames.length - 1) + killedAfter)
  // At most the one write that was under way when its process was killed may be there unacknowledged.
  expect(stored.size - acknowledged.length).toBeLessThanOrEqual(1)
  expect((await agents.searchText('walrus', { limit: 10_000 })).length).toBe(stored.size)
  expect(agents.rebuilt).toBeUndefined()
})

test('an open reader sees at once what another one wrote, deleted and rebuilt', async () => {
  const folder = await temporaryFolder()
  const [writer, reader] = [await open(folder), await open(folder)]
  for (let round = 0; round < 5; round += 1) {
    await writer.upsert([row(String(round), `walrus ${round}`)])
    // Twice, so that the second one goes through the snapshot.
    for (let twice = 0; twice < 3; twice += 1) {
      expect(await reader.searchText('walrus')).toHaveLength(1)
      expect(await reader.searchVector(Float32Array.of(1, 0, 0, 0))).toHaveLength(1)
    }
    await writer.delete([String(round)])
    expect(await reader.searchVector(Float32Array.of(1, 0, 0, 0))).toEqual([])
    if (round === 2) await writer.optimize()
  }
})

function start(script: string, parameters: readonly string[]): ChildProcess {
  const file = fileURLToPath(new URL(`./__fixtures__/${script}`, import.meta.url))
  const child = spawn(process.execPath, ['--conditions=@datacortex/source', file, ...parameters], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openSpace } from '@datacortex/space'
import { expect, onTestFinished, test, vi } from 'vitest'
import { jsonOf, post } from './__fixtures__/a2a-request.ts'
import { type ServedSpace, serve, servedSpace, writeText } from './__fixtures__/served-space.ts'

/** A served space of this user, with tokens of these names that may push and pull, and where it keeps what comes. */
async function meetingPlace(names: readonly string[]) {
  const space = await servedSpace()
  await using opened = await openSpace(space.paths.root, space.opened)
  const tokens: string[] = []
  for (const name of names) tokens.push((await opened.tokens.add({ name, rights: ['sync'] })).token ?? '')
  const kept = join(space.paths.stateDirectory, 'sync', 'served')
  return { ...(await serve(space)), tokens, kept, user: join(space.paths.root, 'user') }
}

/** A space of the same user, in a folder of its own. */
async function machine(sync: object, { token, user }: { readonly token: string | undefined; readonly user: string }) {
  const served: ServedSpace = await servedSpace()
  const { paths, opened } = served
  await writeText(
    paths.settingsFile,
    JSON.stringify({ runners: { default: 'stub', stub: { plugin: 'runner-stub' } }, sync }),
  )
  await mkdir(paths.envDirectory, { recursive: true })
  await writeFile(join(paths.envDirectory, 'SYNC_TOKEN'), token ?? '', { mode: 0o600 })
  const space = await openSpace(paths.root, opened)
  onTestFinished(async () => await space[Symbol.asyncDispose]())
  vi.stubEnv('DATACORTEX_CONFIG_DIR', user)
  return space
}

test('two machines meet at a server: what one ran counts on the other, and the server keeps no word of it', async () => {
  const { url, tokens, kept, user } = await meetingPlace(['desk'])
  const sync = { server: url, space: 'desk' }
  const [ada, ben] = [await machine(sync, { token: tokens[0], user }), await machine(sync, { token: tokens[0], user })]
  await ben.run({ agent: 'cook', task: 'echo SECRET-TASK' })
  await ben.run({ agent: 'cook', task: 'fail SECRET-TASK' })
  expect(await ben.sync.push({})).toMatchObject({ pushed: 2 })
  const files = await readdir(join(kept, 'desk'))
  expect(files).toHaveLength(1)
  const text = await readFile(join(kept, 'desk', files[0] ?? ''), 'utf8')
  expect(text).toContain('"agent_id":"cook"')
  expect(text).not.toMatch(/SECRET|low water/)
  expect(await ada.sync.pull({})).toMatchObject({ pulled: 1, findings: [] })
  const { machines } = await ada.sync.status({})
  await ada.sync.trust({ machines: machines.map(({ id }) => id) })
  const shown = await ada.agents.show({ agent: 'cook' })
  expect(shown).toMatchObject({ performance: { total_executions: 2, success_rate: 0.5 }, other_machines: 1 })
})

test('a push is refused with a code that its sender can read, and changes nothing', async () => {
  const { url, tokens, kept, user } = await meetingPlace(['desk', 'other'])
  const [token = '', second = ''] = tokens
  const ada = await machine({ server: url, space: 'desk' }, { token, user })
  await ada.run({ agent: 'cook', task: 'echo' })
  await ada.sync.push({})
  const [file = ''] = await readdir(join(kept, 'desk'))
  const before = await readFile(join(kept, 'desk', file), 'utf8')
  const line = before.trimEnd()
  const push = async (lines: unknown, by = token) => {
    const answer = await post(`${url}v1/executions`, { lines }, { authorization: `Bearer ${by}` })
    return [answer.status, (jsonOf(answer) as { error?: { code?: unknown } }).error?.code]
  }
  expect(await push([line])).toEqual([200, undefined])
  expect(await push([line.replace('"success"', '"failed"')])).toEqual([422, 'EXECUTION_SYNC_FORGED'])
  expect(await push([line.slice(0, -2)])).toEqual([422, 'EXECUTION_SYNC_UNREADABLE'])
  expect(await push([`${line}${' '.repeat(500_000)}`])).toEqual([422, 'EXECUTION_SYNC_TOO_LARGE'])
  expect(await push(['x'.repeat(2_000_000)])).toEqual([413, 413])
  expect(await push('no list')).toEqual([400, 'SPACE_INPUT_INVALID'])
  expect((await push([line], 'nobody'))[0]).toBe(401)
  expect(await readFile(join(kept, 'desk', file), 'utf8')).toBe(before)
  // Another token is another space, and each has one.
  const ben = await machine({ server: url, space: 'garden' }, { token: second, user })
  await ben.sync.push({})
  await ben.run({ agent: 'cook', task: 'echo' })
  await ben.sync.push({})
  expect(await push([line], second)).toEqual([422, 'EXECUTION_SYNC_OTHER_SPACE'])
  expect(await push([], second)).toEqual([200, undefined])
})

test('a token without the right may not, and with it nothing else', async () => {
  const { url, tokens } = await meetingPlace(['desk'])
  const headers = { authorization: `Bearer ${tokens[0] ?? ''}` }
  expect((await post(`${url}api/agents.list`, {}, headers)).status).toBe(403)
  expect((await post(`${url}api/sync.push`, {}, headers)).status).toBe(403)
  const open = await serve(await servedSpace())
  expect((await post(`${open.url}v1/executions`, { lines: [] })).status).toBe(403)
})

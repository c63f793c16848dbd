import { expect, test } from 'vitest'
import { LiveTask } from './live-task.ts'
import { Notifier, type NotifierOptions } from './notifier.ts'

const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'Do it' }] } as const
const request = { text: 'Do it', data: [], files: [] }

function notifying(fetch: NotifierOptions['fetch']) {
  const ended = new AbortController()
  const warnings: string[] = []
  const waits: number[] = []
  let count = 0
  const quiet = (): void => undefined
  const log = {
    debug: quiet,
    info: quiet,
    error: quiet,
    warn: (facts: object) => void warnings.push(JSON.stringify(facts)),
  }
  const notifier = new Notifier({
    fetch,
    log,
    newId: () => `n-${(count += 1)}`,
    sign: async () => await Promise.resolve('head..signature'),
    wait: async (ms) => await Promise.resolve(void waits.push(ms)),
    signal: ended.signal,
  })
  const task = new LiveTask({
    id: 'task',
    contextId: 'context',
    owner: { agent: 'cook', client: 'ann' },
    message,
    request,
    now: () => 0,
    newId: () => 'id',
    onEvent: notifier.tell,
  })
  const push = { id: 'a', taskId: 'task', url: 'https://a.example/hook', token: 'hush' }
  task.notified.set('a', { ...push, authentication: { scheme: 'Bearer', credentials: 'key' } })
  return { notifier, task, warnings, waits, ended }
}

const settle = async ({ notifier }: { notifier: Notifier }): Promise<void> => {
  // The queues are promises only: a time is never waited for here.
  for (let turn = 0; turn < 100; turn += 1) await notifier.settled(0).then(async () => await Promise.resolve())
}

test('changes arrive in order and signed, again until they are taken, and the last with the answer', async () => {
  const got: { readonly id: string | null; readonly body: string; readonly headers: Headers }[] = []
  const made = notifying(async (_url, init) => {
    const headers = new Headers(init?.headers)
    got.push({ id: headers.get('a2a-notification-id'), body: typeof init?.body === 'string' ? init.body : '', headers })
    return await Promise.resolve(new Response(null, { status: got.length % 2 === 1 ? 503 : 200 }))
  })
  made.task.begin()
  made.task.addOutput('Done', { fresh: true })
  made.task.finish({ state: 'TASK_STATE_COMPLETED', parts: [{ text: 'Done' }] })
  await settle(made)
  expect(got.map(({ id }) => id)).toEqual(['n-1', 'n-1', 'n-2', 'n-2'])
  expect(JSON.parse(got[0]?.body ?? '')).toMatchObject({ statusUpdate: { status: { state: 'TASK_STATE_WORKING' } } })
  expect(JSON.parse(got[3]?.body ?? '')).toMatchObject({ task: { artifacts: [{ parts: [{ text: 'Done' }] }] } })
  expect(Object.fromEntries(got[0]?.headers ?? [])).toMatchObject({
    authorization: 'Bearer key',
    'x-a2a-notification-token': 'hush',
    'a2a-notification-signature': 'head..signature',
    'content-type': 'application/a2a+json',
  })
  expect([made.warnings, made.waits.filter((ms) => ms > 0)]).toEqual([[], [1000, 1000]])
})

test.each([
  [503, 6],
  [404, 1],
])('what is answered with %i is tried %i times, and then told', async (status, times) => {
  let calls = 0
  const made = notifying(async () => {
    calls += 1
    return await Promise.resolve(new Response(null, { status }))
  })
  made.task.begin()
  await settle(made)
  expect([calls, made.warnings]).toEqual([times, [`{"task":"task","host":"a.example","reason":"status ${status}"}`]])
})

test('an address that was taken back, and a server that stopped, are not told any more', async () => {
  let calls = 0
  const made = notifying(async () => await Promise.resolve(new Response(null, { status: (calls += 1) && 204 })))
  made.task.begin()
  made.task.notified.clear()
  await settle(made)
  expect([calls, made.warnings]).toEqual([0, []])
  const late = notifying(async () => await Promise.reject(new Error('asked')))
  late.ended.abort()
  late.task.begin()
  await settle(late)
  expect(late.warnings).toEqual([expect.stringContaining('the server stopped')])
})

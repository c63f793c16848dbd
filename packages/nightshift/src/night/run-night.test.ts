import { expect, test } from 'vitest'
import { type Answer, nightFolder, success } from '../__fixtures__/night-folder.ts'

const file = '0-personal/org/ai.org'

const org = `#+TITLE: For agents
A line of mine.\t
* Plans
** TODO [#C] Explain neap tides :AI:
Within a page.
** TODO [#A] Explain spring tides :AI:content:
DEADLINE: <2026-11-30 Mon>
:PROPERTIES:
:ID: Spring
:END:
** DONE Old one :AI:
** TODO Call the harbour
* TODO An unseen one :AI:
`

test('tasks are done by priority, and the file differs only in their lines', async () => {
  const { night, read, asked, events } = await nightFolder({ [file]: org })
  const { reports, scanned, stopped } = await night()
  expect(asked.map(({ text, space, tags }) => [text, space, tags])).toEqual([
    ['Explain spring tides', '0-personal', ['AI', 'content']],
    ['Explain neap tides\n\nWithin a page.', '0-personal', ['AI']],
  ])
  expect(reports.map(({ title, state, agent, costUsd }) => [title, state, agent, costUsd])).toEqual([
    ['Explain spring tides', 'DONE', 'writer', 0.1],
    ['Explain neap tides', 'DONE', 'writer', 0.1],
  ])
  expect(stopped).toBeUndefined()
  expect(scanned.waiting.map(({ task, kind, reason }) => [task.heading.title, kind, reason])).toEqual([
    ['An unseen one', 'approval', 'nobody said yes'],
  ])
  expect(events.map(({ type }) => type)).toEqual(['task', 'task'])
  const at = new Date(2026, 10, 27, 2).toISOString()
  const closed = `CLOSED: [${at.slice(0, 10)} Fri ${at.slice(11, 16)}]`
  const after = (await read(file)) ?? ''
  expect(after).toBe(`#+TITLE: For agents
A line of mine.\t
* Plans
** DONE [#C] Explain neap tides :AI:
${closed}
:PROPERTIES:
:NIGHTSHIFT_ID: night-2
:NIGHTSHIFT_EXECUTION: exec-4
:NIGHTSHIFT_STARTED: ${at}
:NIGHTSHIFT_EXECUTOR: desk
:OUTPUT: 0-personal/0-inbox/nightshift-exec-4.md
:NIGHTSHIFT_COMPLETED: ${at}
:NIGHTSHIFT_AGENT: writer
:NIGHTSHIFT_COST: $0.1000
:NIGHTSHIFT_TIME: 1 s
:END:
Within a page.
** DONE [#A] Explain spring tides :AI:content:
${closed} DEADLINE: <2026-11-30 Mon>
:PROPERTIES:
:ID: Spring
:NIGHTSHIFT_ID: night-1
:NIGHTSHIFT_EXECUTION: exec-3
:NIGHTSHIFT_STARTED: ${at}
:NIGHTSHIFT_EXECUTOR: desk
:OUTPUT: 0-personal/0-inbox/nightshift-exec-3.md
:NIGHTSHIFT_COMPLETED: ${at}
:NIGHTSHIFT_AGENT: writer
:NIGHTSHIFT_COST: $0.1000
:NIGHTSHIFT_TIME: 1 s
:END:
** DONE Old one :AI:
** TODO Call the harbour
* TODO An unseen one :AI:
`)
  expect(await read('0-personal/0-inbox/nightshift-exec-3.md')).toContain('Done: Explain spring tides')
  expect((await night()).reports, 'once more').toEqual([])
  expect(asked).toHaveLength(2)
})

test('what failed, is not whole, fails a check or has no output is no done task', async () => {
  const answers: Readonly<Record<string, Partial<Awaited<ReturnType<Answer>>>>> = {
    One: { status: 'failed', error: 'the model is away' },
    Two: { status: 'partial', text: 'Half' },
    Three: { text: 'x', failedChecks: ['writes_within_bounds: elsewhere.md'] },
    Four: { text: ' ' },
    Five: { text: '', outputs: ['0-personal/0-inbox/gone.md'] },
  }
  const text = Object.keys(answers)
    .map((title) => `* TODO ${title} :AI:\n`)
    .join('')
  const { night, read } = await nightFolder({ [file]: text }, (asked) => answers[asked.text] ?? {})
  const { reports } = await night()
  expect(reports.map(({ title, state, reason }) => [title, state, reason])).toEqual([
    ['One', 'FAILED', 'the model is away'],
    ['Two', 'REVIEW', 'the answer is not whole'],
    ['Three', 'REVIEW', 'writes_within_bounds: elsewhere.md'],
    ['Four', 'REVIEW', 'nothing came of it'],
    ['Five', 'REVIEW', '0-personal/0-inbox/gone.md is not there'],
  ])
  expect((await read(file))?.match(/^\* \w+ \w+/gm)).toEqual([
    '* FAILED One',
    '* REVIEW Two',
    '* REVIEW Three',
    '* REVIEW Four',
    '* REVIEW Five',
  ])
})

test('evaluators decide, and are not asked again when their answer is in the log', async () => {
  const text =
    '* TODO Good :AI:\n:PROPERTIES:\n:EVALUATORS: critic\n:END:\n* TODO Bad :AI:\n:PROPERTIES:\n:EVALUATORS: critic\n:THRESHOLD: 0.9\n:END:\n'
  const judged = await nightFolder({ [file]: text }, (asked) =>
    asked.agent === 'critic' ? { text: 'SCORE: 85 %\nFine.' } : success(asked, new AbortController().signal),
  )
  const { reports } = await judged.night()
  expect(reports.map(({ title, state, reason, costUsd }) => [title, state, reason, costUsd])).toEqual([
    ['Good', 'DONE', undefined, 0.2],
    ['Bad', 'REVIEW', 'critic gives 0.85 of the 0.90 that are asked for', 0.2],
  ])
  expect(await judged.read(file)).toContain(':NIGHTSHIFT_SCORE: 0.85')
})

test('what depends on another is done after it, and not at all if that failed; circles are named', async () => {
  const text = [
    '* TODO Last :AI:\n:PROPERTIES:\n:DEPENDS_ON: |\n  BLOCKS one "The first"\n  AFTER gone\n:END:',
    '* TODO First :AI:\n:PROPERTIES:\n:ID: one\n:END:',
    '* TODO Bad :AI:\n:PROPERTIES:\n:ID: bad\n:END:',
    '* TODO After bad :AI:\n:PROPERTIES:\n:DEPENDS_ON: BLOCKS bad\n:END:',
    '* TODO Softly after bad :AI:\n:PROPERTIES:\n:DEPENDS_ON: AFTER bad\n:END:',
    '* TODO Ring a :AI:\n:PROPERTIES:\n:ID: a\n:DEPENDS_ON: BLOCKS b\n:END:',
    '* TODO Ring b :AI:\n:PROPERTIES:\n:ID: b\n:DEPENDS_ON: BLOCKS a\n:END:',
    '* TODO Sometime :AI:\n:PROPERTIES:\n:DEPENDS_ON: WAITING "the parcel"\n:END:',
    '* TODO Later :AI:\nSCHEDULED: <2026-11-28 Sat>',
    '',
  ].join('\n')
  const { night, asked } = await nightFolder({ [file]: text }, ({ text: what }) =>
    what === 'Bad' ? { status: 'failed' } : { text: what },
  )
  const { scanned } = await night()
  expect(asked.map((one) => one.text)).toEqual(['First', 'Bad', 'Last', 'Softly after bad'])
  expect(scanned.waiting.map(({ task, kind, reason }) => [task.heading.title, kind, reason])).toEqual([
    ['Ring a', 'circle', 'it waits for itself: Ring a → Ring b → Ring a'],
    ['Ring b', 'circle', 'it waits for itself: Ring a → Ring b → Ring a'],
    ['Sometime', 'depends', 'it waits for: the parcel'],
    ['Later', 'later', 'it is scheduled for 2026-11-28 Sat'],
    ['After bad', 'depends', 'it depends on “Bad”, which is FAILED'],
  ])
})

test('a repeating task is open for its next time, and a template gives one task for a date, none for those that were missed', async () => {
  const text = `* TODO Weekly :AI:
SCHEDULED: <2026-11-13 Fri +1w>
* TODO News :AI:recurring:
SCHEDULED: <2026-11-25 Wed 01:00 +1d>
About tides.
** A child
* TODO Behind it
`
  const { night, read, asked } = await nightFolder({ [file]: text })
  await night()
  expect(asked.map((one) => one.text)).toEqual(['Weekly', 'News\n\nAbout tides.'])
  const after = (await read(file)) ?? ''
  expect(after).toContain('* TODO Weekly :AI:\nSCHEDULED: <2026-12-04 Fri +1w>')
  expect(after).toContain(
    '* TODO News :AI:recurring:\nSCHEDULED: <2026-11-28 Sat 01:00 +1d>\nAbout tides.\n** A child\n* DONE News :AI:\n',
  )
  expect(after.endsWith('About tides.\n* TODO Behind it\n')).toBe(true)
  await night()
  expect(asked).toHaveLength(2)
})

test('no task is begun once the budget of the night is spent', async () => {
  const text = ['One', 'Two', 'Three'].map((title) => `* TODO ${title} :AI:\n`).join('')
  const { night, read, asked } = await nightFolder({ [file]: text })
  const { reports, stopped } = await night({ budget: { usd: 0.15 } })
  expect(asked.map((one) => one.text)).toEqual(['One', 'Two'])
  expect(reports.map(({ title, state, reason }) => [title, state, reason])).toEqual([
    ['One', 'DONE', undefined],
    ['Two', 'DONE', undefined],
    ['Three', 'LEFT', 'the night has spent its $0.15'],
  ])
  expect(await read(file)).toContain('* QUEUED Three')
  expect(stopped).toBeUndefined()
})

test('a file that is edited while its task is worked on keeps both, and a changed task is looked at', async () => {
  const space: Awaited<ReturnType<typeof nightFolder>> = await nightFolder(
    { [file]: '* TODO One :AI:\n* TODO Two :AI:\n' },
    async ({ text }) => {
      const now = (await space.read(file)) ?? ''
      if (text === 'One')
        await space.put(file, `A new line\n${now.replace('* QUEUED Two', '* TODO Zero\n* QUEUED Two')}`)
      if (text === 'Two') await space.put(file, now.replace(' Two ', ' Two and a half '))
      return { text }
    },
  )
  const { reports } = await space.night()
  expect(reports.map(({ title, state, reason }) => [title, state, reason])).toEqual([
    ['One', 'DONE', undefined],
    ['Two', 'REVIEW', 'the task was changed while it was worked on'],
  ])
  expect((await space.read(file))?.match(/^(?:A new line|\* .*)$/gm)).toEqual([
    'A new line',
    '* DONE One :AI:',
    '* TODO Zero',
    '* REVIEW Two and a half :AI:',
  ])
})

test('what was changed before its turn is not done, and what is gone is reported', async () => {
  const space: Awaited<ReturnType<typeof nightFolder>> = await nightFolder(
    { [file]: '* TODO One :AI:\n* TODO Two :AI:\n* TODO Three :AI:\n' },
    async ({ text }) => {
      const now = (await space.read(file)) ?? ''
      await space.put(file, now.replace(' Two ', ' An unseen two ').replace(/\* QUEUED Three[^]*/, ''))
      return { text }
    },
  )
  const { reports } = await space.night()
  expect(reports.map(({ title, state, reason }) => [title, state, reason])).toEqual([
    ['One', 'DONE', undefined],
    ['An unseen two', 'LEFT', 'it was changed before its turn: nobody said yes'],
    ['night-3', 'LEFT', 'it is not in its file any more'],
  ])
})

test('an agent that hangs ends with the night, and what is left is queued', async () => {
  const ending = new AbortController()
  const { night, read } = await nightFolder({ [file]: '* TODO Hang :AI:\n* TODO Never :AI:\n' }, async (_, signal) => {
    ending.abort(new DOMException('the time of the night was over', 'TimeoutError'))
    return await new Promise<never>((_resolve, reject) => {
      if (signal.aborted) reject(signal.reason as Error)
    })
  })
  const isOver = (): string | undefined => (ending.signal.aborted ? 'the time of the night was over' : undefined)
  const limits = { isOver, signal: ending.signal, add: () => {}, left: () => ({}), [Symbol.dispose]: () => {} }
  const { reports } = await night({ limits })
  expect(reports.map(({ title, state, reason }) => [title, state, reason])).toEqual([
    ['Hang', 'FAILED', 'the time of the night was over'],
    ['Never', 'LEFT', 'the time of the night was over'],
  ])
  expect((await read(file))?.match(/^\* \w+/gm)).toEqual(['* FAILED', '* QUEUED'])
})

test('a night that its user stops leaves the task as it was, and the next one does it once', async () => {
  const stop = new AbortController()
  let isFirst = true
  const space = await nightFolder({ [file]: '* TODO One :AI:\n' }, ({ text }, signal) => {
    if (!isFirst) return { text }
    isFirst = false
    stop.abort(new Error('Ctrl-C'))
    throw signal.reason
  })
  await expect(space.night({ signal: stop.signal })).rejects.toThrow('Ctrl-C')
  expect(await space.read(file)).toBe('* QUEUED One :AI:\n:PROPERTIES:\n:NIGHTSHIFT_ID: night-1\n:END:\n')
  expect((await space.night()).reports).toMatchObject([{ title: 'One', state: 'DONE' }])
})

test('a killed night goes on: what the log has is not done again, and what was cut off is reported', async () => {
  const head = (title: string, execution: string): string =>
    `* WORKING ${title} :AI:\n:PROPERTIES:\n:NIGHTSHIFT_ID: ${title}\n:NIGHTSHIFT_EXECUTION: ${execution}\n:NIGHTSHIFT_EXECUTOR: desk\n:END:\n`
  const { night, log, asked } = await nightFolder({
    [file]: `${head('done', 'e1')}${head('cut', 'e2')}${head('begun', 'e3')}`,
  })
  const spent = { costUsd: 0.3, tokens: 1, durationMs: 5, outputs: [], failedChecks: [], agent: 'writer' }
  log.set('e1', { ...spent, executionId: 'e1', status: 'success', text: 'All of it.', wasInterrupted: false })
  log.set('e2', { ...spent, executionId: 'e2', status: 'failed', text: '', wasInterrupted: true })
  const { reports } = await night()
  expect(
    reports.map(({ title, state, execution, costUsd, reason }) => [title, state, execution, costUsd, reason]),
  ).toEqual([
    ['done', 'DONE', 'e1', 0.3, undefined],
    ['cut', 'FAILED', 'e2', 0.3, 'its process was stopped while the agent worked, and asking again could cost twice'],
    ['begun', 'DONE', 'e3', 0.1, undefined],
  ])
  expect(asked.map(({ executionId }) => executionId)).toEqual(['e3'])
})

test('a task whose process ends each time that it is begun is given up', async () => {
  const { night, ports, read } = await nightFolder({ [file]: '* TODO One :AI:\n' })
  const claim: typeof ports.queue.claim = async (kinds, options) => {
    // As if this process had died with each of them.
    for (const job of await ports.queue.claim(kinds, { ...options, leaseMs: 200 }))
      await ports.queue.fail(job.id, job.attempt, { message: 'it died' }, { retryAt: 0 })
    return []
  }
  const { reports } = await night({}, { queue: { ...ports.queue, claim } })
  expect(reports).toMatchObject([
    { title: 'One', state: 'FAILED', reason: 'its process ended 3 times while it was begun: it died' },
  ])
  expect(await read(file)).toContain('* FAILED One')
})

import { expect, test } from 'vitest'
import { config, researchSpace } from '../pipeline/__fixtures__/research-space.ts'
import type { ResearchPorts } from '../pipeline/research-ports.ts'
import { listRuns } from '../runs/list-runs.ts'
import { type QueueConfig, runQueue } from './run-queue.ts'

const { signal } = new AbortController()
const { topic: _topic, urls: _urls, maxDocuments: _most, ...rest } = config
const night: QueueConfig = { ...rest, maxSources: 20 }
const file = '0-personal/org/research_learning.org'
const queue = `#+TITLE: To learn

* Coast
** TODO [[https://journal.example/northbay][The study]] :AI:research:
** TODO The critic https://flats.example.org/barrage
** DONE Old https://bread.example/starter
* TODO Gone https://gone.example/x
* TODO Parade https://northbay-news.example/parade
* TODO tidal power plant at Northbay :AI:research:
* TODO Buy bread
`
const briefing = '0-personal/content/reports/research-briefing-2026-11-22.md'

async function queueSpace(text = queue) {
  const space = await researchSpace()
  await space.ports.writes.write({ path: file, text, expected: 'absent' })
  return space
}

test('a night: addresses by topic, the news, a topic; tasks done, a briefing with what is missing', async () => {
  const { ports, read } = await queueSpace()
  const result = await runQueue(night, ports, { signal })
  expect(result.runs.map(({ topic }) => topic)).toEqual(['Coast', 'tidal power plant at Northbay'])
  const org = await read(file)
  expect(org.match(/^\*+ DONE /gm)).toHaveLength(5)
  expect(org).toMatch(/\* TODO Gone https:\/\/gone\.example\/x\n:PROPERTIES:\n:RESEARCH_FAILED: 2026-11-22 .*404/)
  expect(org).toContain('* TODO Buy bread\n')
  expect(org).toContain(`:OUTPUT: ${result.runs[0]?.report_path}`)
  expect(result.briefing_path).toBe(briefing)
  const text = await read(briefing)
  expect(text).toMatch(/^## Coast$/m)
  expect(text).toMatch(/^## Missing$/m)
  expect(text).toMatch(/gone\.example.*404/)
  expect(text).toContain('the source broken took no part')
  expect(text).toMatch(/- The .*\(\d of \d sources\): \[[^\]]+\]\(https:\/\//)
  expect(text).toContain('There are not two: podcasts are switched off.')
  expect(text).toContain(`[[${result.runs[0]?.report_path?.replace('.md', '')}]]`)
})

test('called again it asks nobody for what is done, and keeps a briefing that a person changed', async () => {
  const { ports, read, asked } = await queueSpace()
  const first = await runQueue(night, ports, { signal })
  asked.length = 0
  const again = await runQueue(night, ports, { signal })
  expect(asked).toEqual([])
  const byRun = (runs: typeof first.runs): typeof first.runs => runs.toSorted((a, b) => (a.run < b.run ? -1 : 1))
  expect(byRun(again.runs)).toEqual(byRun(first.runs))
  expect(again.briefing_path).toBe(briefing)
  const changed = `${await read(briefing)}\nMy own words.\n`
  await ports.writes.write({ path: briefing, text: changed })
  const third = await runQueue(night, ports, { signal })
  expect(third.briefing_path).toBe(briefing.replace('.md', '-2.md'))
  expect(await read(briefing)).toBe(changed)
})

test('a night that was stopped is gone on with', async () => {
  const { ports, asked, read } = await queueSpace()
  const stopped = {
    ...ports,
    writes: {
      ...ports.writes,
      write: async (...[request, options]: Parameters<typeof ports.writes.write>) => {
        if (request.path.includes('coast-report')) throw new Error('killed')
        return await ports.writes.write(request, options)
      },
    },
  }
  await expect(runQueue(night, stopped, { signal })).rejects.toThrow('killed')
  asked.length = 0
  const result = await runQueue(night, ports, { signal })
  expect(result.runs).toHaveLength(2)
  expect(asked).not.toContain('https://northbay-news.example/parade')
  expect((await listRuns(ports.paths)).map(({ state }) => state).toSorted()).toEqual(['done', 'done', 'failed'])
  expect((await read(file)).match(/^\*+ DONE /gm)).toHaveLength(5)
})

test('no more documents than a night may read, and the rest is named', async () => {
  const { ports, read } = await queueSpace()
  const result = await runQueue({ ...night, maxSources: 2 }, ports, { signal })
  expect(result.runs.flatMap(({ sources }) => sources.filter(({ url }) => url !== undefined))).toHaveLength(2)
  expect(result.waiting).toHaveLength(3)
  expect(await read(briefing)).toContain('waits for another night: a night reads 2 documents at most')
})

test('the time of the night is kept', async () => {
  const { ports } = await queueSpace()
  const result = await runQueue({ ...night, endsAt: 0 }, ports, { signal })
  expect(result.runs).toEqual([])
  expect(result.waiting.map(({ reason }) => reason)).toContain('the time of the night was over')
})

test('a task without words asks nobody, and is named', async () => {
  const { ports, asked } = await queueSpace('* Topics\n** TODO :AI:research:\n')
  const result = await runQueue(night, ports, { signal })
  expect(asked).toEqual([])
  expect(result).toMatchObject({ runs: [], failed: [], problems: [`${file}:2: this task has no words to look for`] })
})

test('nothing to do leaves nothing; a broken drawer is named and stays as it is', async () => {
  const empty = await queueSpace('* TODO Buy bread\n')
  expect(await runQueue(night, empty.ports, { signal })).toMatchObject({ runs: [], waiting: [] })
  expect(await empty.read(briefing)).toBe('')
  const broken = '* TODO Parade https://northbay-news.example/parade\n:PROPERTIES:\n:ID: x\nno end\n'
  const space = await queueSpace(broken)
  const result = await runQueue(night, space.ports, { signal })
  expect(result.problems).toEqual([
    `${file}:1: the drawer of "Parade https://northbay-news.example/parade" has no :END:`,
  ])
  expect(await space.read(file)).toBe(
    broken.replace(
      '* TODO Parade https://northbay-news.example/parade',
      (line) => `${line.replace('TODO', 'DONE')}\nCLOSED: [2026-11-22 Sun 10:15]`,
    ),
  )
  expect(await space.read(briefing)).toContain('has no :END:')
})

test('a run that read nothing is named, its task waits for another night, and its money is spent', async () => {
  const { ports, read, asked } = await queueSpace(
    '* TODO Gone https://gone.example/x\n* TODO tidal power plant at Northbay :AI:research:\n',
  )
  const config: QueueConfig = { ...night, threshold: 2 }
  const result = await runQueue(config, ports, { signal })
  expect(result.runs).toEqual([])
  expect(result.failed.map(({ topic }) => topic)).toEqual(['Gone', 'tidal power plant at Northbay'])
  expect(result.cost.usd).toBe(0.01)
  expect((await read(file)).match(/:RESEARCH_FAILED: 2026-11-22/g)).toHaveLength(2)
  expect(await read('0-personal/journal/2026-11-22.md')).toBe('')
  expect(await read(briefing)).toContain('so there is no report')
  asked.length = 0
  const again = await runQueue(config, ports, { signal })
  const byTopic = ({ failed }: typeof result) => failed.toSorted((a, b) => (a.topic < b.topic ? -1 : 1))
  expect({ ...again, failed: byTopic(again) }).toEqual({ ...result, failed: byTopic(result) })
  expect(asked).toEqual([])
})

test('tasks of one title are all done, each by its own address', async () => {
  const text =
    '* TODO Read this\nhttps://journal.example/northbay\n* TODO Read this\nhttps://gone.example/x\n* TODO Read this\nhttps://northbay-news.example/parade\n'
  const { ports, read } = await queueSpace(text)
  await runQueue(night, ports, { signal })
  const org = await read(file)
  expect(org.match(/^\* (?:DONE|TODO)/gm)).toEqual(['* DONE', '* TODO', '* DONE'])
  expect(org).toMatch(/\* TODO Read this\n:PROPERTIES:\n:RESEARCH_FAILED: [^\n]*404[^\n]*\n:END:\nhttps:\/\/gone/)
})

test('each task has the zettels of its own links', async () => {
  const own = '0-personal/org/research_links.org'
  const { ports, read } = await researchSpace()
  await ports.writes.write({
    path: own,
    text: '* TODO The study https://journal.example/northbay\n* TODO https://flats.example.org/barrage\n',
    expected: 'absent',
  })
  const made: ResearchPorts = {
    ...ports,
    openExtractor: (run, parts) => {
      const extractor = ports.openExtractor(run, parts)
      return {
        ...extractor,
        extract: async (input, how) => {
          const zettel = `0-personal/3-knowledge/zettel/of-${'url' in input ? URL.parse(input.url ?? '')?.hostname : ''}.md`
          return (await extractor.extract(input, how)).map((result) => ({ ...result, zettels_created: [zettel] }))
        },
      }
    },
  }
  const result = await runQueue({ ...night, files: [own] }, made, { signal })
  expect(result.runs.map(({ zettels }) => zettels.length)).toEqual([2])
  const zettels = [...(await read(own)).matchAll(/^:ZETTELS: (.*)$/gm)].map((match) => match[1])
  expect(zettels).toEqual([
    '0-personal/3-knowledge/zettel/of-journal.example.md',
    '0-personal/3-knowledge/zettel/of-flats.example.org.md',
  ])
})

/** A space whose voices only say what they were given. */
async function spokenSpace(text = queue) {
  const space = await queueSpace(text)
  const heard: string[] = []
  const speak: ResearchPorts['speak'] = async (turns, { path, title }) => {
    heard.push(`${title}: ${turns.length}`)
    await space.ports.writes.write({ path, text: 'RIFF' })
    return { path, problems: [] }
  }
  return { ...space, ports: { ...space.ports, speak }, heard }
}

test('the news of all topics and one in depth are spoken, once, and the briefing links them', async () => {
  const { ports, read, heard } = await spokenSpace()
  const result = await runQueue({ ...night, podcast: true }, ports, { signal })
  expect(result.podcasts.map(({ kind, topic }) => [kind, topic])).toEqual([
    ['news', 'Daily news 2026-11-22'],
    ['deep dive', 'Coast'],
  ])
  expect(result.fewer_podcasts).toBeUndefined()
  const script = await read(result.podcasts[0]?.script_path ?? '')
  for (const { topic } of result.runs) expect(script).toContain(`: ${topic}.`)
  expect(await read(briefing)).toMatch(/## Podcasts\n\n- news, .*\.wav\]\]\n- deep dive, Coast: /)
  const again = await runQueue({ ...night, podcast: true }, ports, { signal })
  expect(again.podcasts).toEqual(result.podcasts)
  expect(heard).toHaveLength(2)
})

test('why there are not two podcasts', async () => {
  const why = async (text: string, ports: Partial<ResearchPorts> = {}, more: Partial<QueueConfig> = {}) => {
    const space = await spokenSpace(text)
    return (await runQueue({ ...night, podcast: true, ...more }, { ...space.ports, ...ports }, { signal }))
      .fewer_podcasts
  }
  const one = '* TODO https://northbay-news.example/parade\n'
  expect(await why(one)).toBe('only one topic was found, and the news would say the same')
  expect(await why('* TODO https://gone.example/x\n')).toBe('nothing was found that a voice could say')
  expect(await why(queue, {}, { podcast: false })).toBe('podcasts are switched off')
  expect(await why(queue, { speak: undefined })).toContain('no speech back end')
})

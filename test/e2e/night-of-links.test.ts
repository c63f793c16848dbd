import { createServer } from 'node:http'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { linkPage, linkPages } from './link-pages.ts'
import { runJson } from './one-process.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { trustAll } from './trust-all.ts'

const org = '0-personal/org/research_learning.org'

type Podcast = { readonly kind: string; readonly audio_path?: string }
type Night = {
  readonly briefing_path: string
  readonly left: readonly object[]
  readonly research: { readonly topics: number; readonly failed: number; readonly podcasts: readonly Podcast[] }
}

/** A site with the pages on this machine, and a space that may ask it and nobody else. */
async function linkSpace(research: object = {}) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const page = linkPage(request.url ?? '')
    asked.push(request.url ?? '')
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const cwd = join(await temporaryFolder(), 'desk')
  await mkdir(cwd)
  await runJson(['init'], { cwd })
  const network = { allow_private: [`127.0.0.1:${port}`], per_host_per_minute: 1000, web_sources: false }
  await writeFile(join(cwd, '.datacore/settings.yaml'), JSON.stringify({ network, research }))
  await trustAll(cwd)
  const read = async (path: string): Promise<string> => await readFile(join(cwd, path), 'utf8')
  return { cwd, read, asked, site: `http://127.0.0.1:${port}` }
}

/** Some hours from now. */
const hour = (later: number): string => `${String((new Date().getHours() + later) % 24).padStart(2, '0')}:00`

const topicOf = (url: string): string => /\/\/[^/]+\/(\w+)/.exec(url)?.[1] ?? ''

test('a night of 20 links in four topics: a report each, its own zettels for each task, two podcasts, a whole briefing', async () => {
  const { cwd, read, asked, site } = await linkSpace()
  const urls = Object.keys(linkPages).map((path) => `${site}${path}`)
  // As they come in a day: of all topics in turn, some with the title and some by their address alone.
  const mixed = urls.toSorted((one, other) => (urls.indexOf(one) % 5) - (urls.indexOf(other) % 5))
  const bookmarks = mixed
    .slice(0, 12)
    .map((url) => `<DT><A HREF="${url}">${linkPages[new URL(url).pathname]?.title}</A>`)
    .join('\n')
  await writeFile(
    join(cwd, '../bookmarks.html'),
    `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<H1>Bookmarks</H1>\n<DL><p>\n${bookmarks}\n</DL><p>\n`,
  )
  const dry = await runJson(['research', 'import', '../bookmarks.html', '--dry-run'], { cwd })
  expect(dry).toMatchObject({ read: [{ format: 'bookmarks', links: 12 }], added: { length: 12 } })
  await runJson(['research', 'import', '../bookmarks.html'], { cwd })
  const again = await runJson(['research', 'import', '../bookmarks.html'], { cwd })
  expect(again).toMatchObject({ added: [], duplicates: { length: 12 } })
  await runJson(['research', 'add', ...mixed.slice(10), '--note', 'For the talk.'], { cwd })
  await writeFile(join(cwd, org), `${await read(org)}* Someday\nMy own words.\n`)
  const before = await read(org)
  expect(before.match(/^\* TODO /gm)).toHaveLength(20)

  const night = (await runJson(['nightshift', 'run', '--until', hour(3)], { cwd })) as Night
  expect(night).toMatchObject({ left: [], research: { topics: 4, failed: 0 } })
  expect(night.research.podcasts.map(({ kind }) => kind)).toEqual(['news', 'deep dive'])
  for (const { audio_path: audio = '' } of night.research.podcasts)
    expect((await readFile(join(cwd, audio))).subarray(0, 4).toString()).toBe('RIFF')
  expect(asked.filter((path) => path !== '/robots.txt').toSorted()).toEqual(Object.keys(linkPages).toSorted())

  const after = await read(org)
  const withoutNight = after
    .replaceAll(/^:(?:OUTPUT|ZETTELS): [^\n]*\n/gm, '')
    .replaceAll(/^CLOSED: [^\n]*\n/gm, '')
    .replaceAll('* DONE ', '* TODO ')
  expect(withoutNight).toBe(before)
  const reports = new Map<string, string>()
  for (const task of after.split(/^(?=\* )/m).filter((block) => block.startsWith('* DONE'))) {
    const url = /http:\/\/[^\s\]]+/.exec(task)?.[0] ?? ''
    const output = /^:OUTPUT: (.*)$/m.exec(task)?.[1] ?? ''
    expect(reports.get(topicOf(url)) ?? output, url).toBe(output)
    reports.set(topicOf(url), output)
    const zettels = (/^:ZETTELS: (.*)$/m.exec(task)?.[1] ?? '').split(' ').filter((path) => path !== '')
    expect(zettels.length, url).toBeGreaterThan(0)
    for (const zettel of zettels) expect(await read(zettel), zettel).toContain(`\nsource: ${url}\n`)
  }
  expect(new Set(reports.values()).size).toBe(4)
  expect(await runJson(['today'], { cwd })).toMatchObject({ night: { topics: 4 }, tonight: 0 })
  const briefing = await read(night.briefing_path)
  for (const output of reports.values()) expect(briefing).toContain(`[[${output.replace(/\.md$/, '')}]]`)
  expect(briefing).toMatch(/^## Podcasts\n\n- news, .*\n- deep dive, /m)
  expect(briefing.match(/\(http:\/\/127\.0\.0\.1/g)?.length ?? 0).toBeGreaterThan(8)
  expect(briefing).not.toContain('## Open tasks')
})

test('what does not fit, or nobody said yes to, stays open with its reason; what has priority is read', async () => {
  const research = { max_sources_per_night: 2, podcast: { auto_generate: false } }
  const { cwd, read, site } = await linkSpace(research)
  await runJson(['research', 'add', `${site}/db/wal`, `${site}/tides/moon`], { cwd })
  await runJson(['research', 'add', `${site}/bees/honey`, '--priority', 'A', '--tags', 'hive'], { cwd })
  await writeFile(join(cwd, org), `${await read(org)}* TODO ${site}/bread/salt\n`)
  const night = (await runJson(['nightshift', 'run'], { cwd })) as Night
  expect(night).toMatchObject({
    left: [{ reason: 'a night reads 2 documents at most' }, { reason: 'you have not approved it' }],
    research: { topics: 2, podcasts: [], fewer_podcasts: 'podcasts are switched off' },
  })
  expect((await read(org)).match(/^\* (?:TODO|DONE) .*$/gm)).toEqual([
    `* DONE ${site}/db/wal`,
    `* TODO ${site}/tides/moon`,
    `* DONE [#A] ${site}/bees/honey :hive:`,
    `* TODO ${site}/bread/salt`,
  ])
  const briefing = await read(night.briefing_path)
  expect(briefing).toContain('/tides/moon” (0-personal/org/research\\_learning.org:')
  expect(briefing).toContain('There are not two: podcasts are switched off.')
})

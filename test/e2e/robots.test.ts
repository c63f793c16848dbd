import { appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sendJson, sourceEntry, startOddSite } from './odd-site.ts'
import { runJson } from './one-process.ts'
import { temporaryFolder } from './temporary-folder.ts'

test('research leaves a page alone that robots.txt asks programs not to read, and reads it if a person names it', async () => {
  const cwd = await temporaryFolder()
  await using site = await startOddSite(({ path, response }) => {
    const page = pages[path]
    if (path === '/robots.txt') response.end('User-agent: *\nDisallow: /closed/\n')
    else if (path.startsWith('/search')) sendJson(response, { results: found(site.url) })
    else if (page === undefined) response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': 'text/html' }).end(page)
  })
  await runJson(['init'], { cwd })
  await writeFile(
    join(cwd, '.datacore/registry/sources.yaml'),
    `sources:\n${sourceEntry('pages', { url: `${site.url}/search?q={query}` })}`,
  )
  await appendFile(
    join(cwd, '.datacore/settings.yaml'),
    `\nnetwork:\n  web_sources: false\n  allow_private: ['127.0.0.1:${site.port}']\n`,
  )
  const byTopic = (await runJson(['research', 'spring tides of Sellow', '--select', 'all', '--no-index'], {
    cwd,
  })) as Result
  expect(statuses(byTopic)).toEqual({
    '/open/tides.html': 'read',
    '/closed/tides.html': expect.stringContaining('robots.txt'),
  })
  expect(site.asked).toContain('/open/tides.html')
  expect(site.asked).not.toContain('/closed/tides.html')
  const byName = (await runJson(['research', `${site.url}/closed/tides.html`, '--no-index'], { cwd })) as Result
  expect(statuses(byName)).toEqual({ '/closed/tides.html': 'read' })
  expect(site.asked).toContain('/closed/tides.html')
})

type Result = { readonly sources: readonly { readonly url?: string; readonly status: string }[] }

function statuses({ sources }: Result): Readonly<Record<string, string>> {
  return Object.fromEntries(
    sources.flatMap(({ url, status }) => (url === undefined ? [] : [[new URL(url).pathname, status]])),
  )
}

function found(url: string): readonly unknown[] {
  return Object.keys(pages).map((path) => ({
    name: path.startsWith('/open') ? 'Spring tides of Sellow' : 'How high the tides of Sellow rise',
    link: `${url}${path}`,
  }))
}

const pages: Readonly<Record<string, string>> = {
  '/open/tides.html': pageOf(
    'Spring tides of Sellow',
    'Spring tides of Sellow come two days after the full moon. They rise 5.4 metres above the lowest water, and the lower quay is closed for an hour.',
  ),
  '/closed/tides.html': pageOf(
    'How high the tides of Sellow rise',
    'The harbour master of Sellow has measured spring tides since 1871. The highest of them stood at 6.1 metres and flooded the fish market.',
  ),
}

function pageOf(title: string, text: string): string {
  return `<!doctype html><html lang="en"><head><title>${title}</title></head><body><article><h1>${title}</h1><p>${text}</p></article></body></html>`
}

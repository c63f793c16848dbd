import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runScript } from './run-script.ts'
import { temporaryFolder } from './temporary-folder.ts'

const documentation = join(import.meta.dirname, '../../apps/docs')

test('the site is built without the network, its links lead somewhere, and its search has every page', async () => {
  const site = await temporaryFolder()
  const bin = join(documentation, 'node_modules/.bin')
  const script = `"${bin}/eleventy" --config eleventy.config.ts --output "${site}" && "${bin}/pagefind" --site "${site}"`
  const built = await runScript(script, { cwd: documentation, env: {} })
  expect(built.status, built.stderr).toBe(0)
  const pages = await Array.fromAsync(glob('*.html', { cwd: site }))
  expect(built.stdout).toContain(`Indexed ${pages.length} pages`)
  const texts = new Map(
    await Promise.all(pages.map(async (page) => [page, await readFile(join(site, page), 'utf8')] as const)),
  )
  const broken = [...texts].flatMap(([page, text]) =>
    [...text.matchAll(/(?:href|src)="(?!https?:)([^"#]*)(?:#([^"]*))?"/g)]
      .filter(([, file = '', id]) => {
        const target = texts.get(file === '' ? page : file)
        return !existsSync(join(site, file)) || (id !== undefined && target?.includes(` id="${id}"`) !== true)
      })
      .map(([link]) => `${page}: ${link}`),
  )
  expect(broken).toEqual([])
})

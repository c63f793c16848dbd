import { join } from 'node:path'
import { checkManifest } from '@datacortex/plugin'
import { expect, test } from 'vitest'
import { codes } from './error-table.ts'
import { files, layerOf, packages, publicPackages, readText, readYaml, root } from './workspace.ts'

// What is made here is written anew by `pnpm exec vitest run test/repo/documentation.test.ts -u`.
const pages = files.filter((file) => /^apps\/docs\/[^/]+\.md$/.test(file) && !file.endsWith('/README.md'))

test('the README is short and has a table of contents', () => {
  const text = readText('README.md')
  expect(text.split(/\s+/).length).toBeLessThanOrEqual(1500)
  const headings = [...text.matchAll(/^## (.+)$/gm)].map((match) => match[1]).filter((one) => one !== 'Contents')
  const contents = /^## Contents\n([\s\S]*?)\n## /m.exec(text)?.[1] ?? ''
  expect([...contents.matchAll(/\[([^\]]+)\]\(#/g)].map((match) => match[1])).toEqual(headings)
})

test('every page is in the table of the first one', () => {
  const listed = [...readText('apps/docs/index.md').matchAll(/\]\(([\w-]+\.md)\)/g)].map((match) => match[1])
  const others = pages.map((file) => file.split('/').at(-1)).filter((file) => file !== 'index.md')
  expect(new Set(listed)).toEqual(new Set(others))
})

test('every code has a paragraph in the page of errors', async () => {
  const paragraphs = codes
    .toSorted((a, b) => (a.code < b.code ? -1 : 1))
    .map(({ code, folder, hint }) => {
      const [, meaning = ''] =
        new RegExp(`^\\| \`${code}\` *\\| (.*?) *\\|`, 'm').exec(readText(`${folder}/README.md`)) ?? []
      const said = `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}.`
      const from = `From [${nameOf(folder)}](../../${folder}/README.md).`
      return `### ${code}\n\n${[said, hint, from].filter((one) => one !== undefined).join(' ')}`
    })
  await expect(withPart('apps/docs/errors.md', paragraphs.join('\n\n'))).toMatchFileSnapshot(
    join(root, 'apps/docs/errors.md'),
  )
})

const phases: Readonly<Record<string, string>> = { gather: 'reading of pages', synthesize: 'synthesis' }

test('every source that comes with the program is in the page of sources', async () => {
  const rows = packages
    .filter((one) => one.files.includes(`${one.folder}/module.yaml`))
    .flatMap(({ folder }) => {
      const { manifest } = checkManifest(readYaml(`${folder}/module.yaml`), { file: folder })
      const { required, optional } = manifest.requires.env_vars
      return Object.entries(manifest.provides.sources).map(([id, source]) => [
        `\`${id}\``,
        source.layers.map((layer) => phases[layer] ?? layer).join(', '),
        [
          ...(source['opt_in'] === true ? ['opt in'] : []),
          ...required.map((key) => `\`${key}\``),
          ...optional.map((key) => `works without \`${key}\``),
        ].join('; '),
        shown(source['per_minute']),
        source['cost_per_call'] === 0 ? 'free' : shown(source['cost_per_call']),
        source.description ?? '',
      ])
    })
  const head = ['source', 'asked by', 'key', 'calls a minute', 'US dollars a call', 'what it has']
  await expect(withPart('apps/docs/sources.md', table([head, ...rows]))).toMatchFileSnapshot(
    join(root, 'apps/docs/sources.md'),
  )
})

const floors = ['app', 'door', 'engine', 'domain', 'sdk', 'foundation']

test('every package is in the page and the picture of the architecture', async () => {
  const layers = floors.map((layer) => ({ layer, rooms: publicPackages.filter((one) => layerOf(one) === layer) }))
  const rows = layers.flatMap(({ layer, rooms }) =>
    rooms.map(({ folder, json }) => [layer, `[${nameOf(folder)}](../../${folder}/README.md)`, json.description ?? '']),
  )
  await expect(
    withPart('apps/docs/architecture.md', table([['layer', 'package', 'what it is'], ...rows])),
  ).toMatchFileSnapshot(join(root, 'apps/docs/architecture.md'))
  await expect(
    house(layers.map(({ layer, rooms }) => [layer, ...rooms.map(({ folder }) => nameOf(folder))])),
  ).toMatchFileSnapshot(join(root, 'apps/docs/house.svg'))
})

function nameOf(folder: string): string {
  return folder.split('/')[1] ?? folder
}

/** One floor a layer, at most five rooms a row. */
function house(layers: readonly (readonly string[])[]): string {
  const parts: string[] = []
  let y = 10
  for (const [layer = '', ...rooms] of layers) {
    const height = 20 + 40 * Math.ceil(rooms.length / 5)
    parts.push(`<rect x="10" y="${y}" width="880" height="${height}" fill="#eef2ff" stroke="#4f46e5"/>`)
    parts.push(`<text x="24" y="${y + height / 2 + 5}" font-weight="bold">${layer}</text>`)
    for (const [index, room] of rooms.entries()) {
      const [left, top] = [130 + 150 * (index % 5), y + 15 + 40 * Math.floor(index / 5)]
      parts.push(`<rect x="${left}" y="${top}" width="142" height="30" rx="4" fill="#fff" stroke="#a5b4fc"/>`)
      parts.push(`<text x="${left + 71}" y="${top + 20}" text-anchor="middle">${room}</text>`)
    }
    y += height + 10
  }
  const size = `viewBox="0 0 900 ${y}" font-family="sans-serif" font-size="13"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>\n${parts.join('\n')}\n</svg>\n`
}

function shown(value: unknown): string {
  return typeof value === 'number' ? String(value) : ''
}

/** As the formatter writes it. */
function table([head = [], ...rows]: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

/** The file with this text between the two comments. */
function withPart(file: string, text: string): string {
  const [before, , after] = readText(file).split(/(?<=<!-- made by \S+ -->\n)([\s\S]*)(?=<!-- end -->)/)
  if (after === undefined) throw new Error(`${file} lacks the two comments`)
  return `${before}\n${text}\n\n${after}`
}

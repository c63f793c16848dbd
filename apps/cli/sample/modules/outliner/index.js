import { basename } from 'node:path'

/** A coded sub-agent in one file: Markdown in, its outline out. */
export const plugin = {
  name: 'outliner',
  kind: 'sub-agent',
  setup: () => ({
    accepts: ({ contentType }) => contentType === 'text/markdown',
    extract: async ({ name, bytes }) => {
      // The name may be a whole path, which says where the files of a machine lie.
      const file = basename(name)
      const lines = new TextDecoder().decode(bytes).split('\n')
      const headings = lines.flatMap((line) => {
        const [, marks, text] = /^(#{1,6})\s+(.*)$/.exec(line) ?? []
        return marks === undefined ? [] : [`${'  '.repeat(marks.length - 1)}- ${text}`]
      })
      const tasks = lines.filter((line) => /^\s*- \[ \]/.test(line)).map((line) => line.trim())
      const links = [...new Set(lines.join('\n').match(/\[\[[^\]]+\]\]/g) ?? [])]
      const summary = `${file} has ${headings.length} headings, ${tasks.length} open tasks and ${links.length} links.`
      const text = [summary, headings.join('\n'), tasks.join('\n'), links.join(' ')]
        .filter((part) => part !== '')
        .join('\n\n')
      return { documents: [{ id: '', title: `Outline of ${file}`, text, blocks: [], authors: [] }], findings: [] }
    },
  }),
}

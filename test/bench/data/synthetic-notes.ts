import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { seededRandom } from './random.ts'
import { syntheticWords } from './synthetic-words.ts'

/**
 * Writes made-up Markdown notes that link to each other: front matter, two headings, tags, 60 to 180 words, and eight
 * links of which the older notes get most.
 *
 * @param folder - Where to; folders of 100 notes are made below.
 * @param count - How many.
 */
export async function writeSyntheticNotes(folder: string, count: number): Promise<void> {
  const random = seededRandom(23)
  const names = Array.from({ length: count }, (_, index) => `${syntheticWords(random, 2).join('-')}-${index}`)
  for (const [index, name] of names.entries()) {
    const file = join(folder, 'notes', `part-${Math.floor(index / 100)}`, `${name}.md`)
    if (index % 100 === 0) await mkdir(dirname(file), { recursive: true })
    // The square of an even number in [0, 1) is mostly small: few notes are linked to from many.
    const links = Array.from({ length: 8 }, () => `[[${names[Math.floor(random() ** 2 * count)] ?? ''}]]`)
    const paragraph = (): string => syntheticWords(random, 30 + Math.floor(random() * 60)).join(' ')
    const tags = syntheticWords(random, 2)
    await writeFile(
      file,
      `---\ntitle: ${syntheticWords(random, 3).join(' ')}\ntags: [${tags.join(', ')}]\n---\n\n` +
        `${paragraph()} ${links.slice(0, 4).join(' and ')}\n\n## ${syntheticWords(random, 2).join(' ')}\n\n` +
        `${paragraph()} ${links.slice(4).join(', ')} #${tags[0] ?? 'tag'}\n`,
    )
  }
}

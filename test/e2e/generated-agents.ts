import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const crafts = [
  'baker',
  'beekeeper',
  'bookbinder',
  'carpenter',
  'cooper',
  'dyer',
  'glazier',
  'gardener',
  'luthier',
  'mason',
]
const places = [
  'harbour',
  'monastery',
  'island',
  'valley',
  'market',
  'railway',
  'observatory',
  'library',
  'vineyard',
  'lighthouse',
]

/** Writes that many agent files with texts of their own; the same prefix and number give the same files. */
export async function writeAgents(
  folder: string,
  { prefix, amount }: { prefix: string; amount: number },
): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (let index = 0; index < amount; index += 1) {
    const craft = crafts[index % crafts.length] ?? ''
    const place = places[Math.floor(index / crafts.length) % places.length] ?? ''
    const name = `${prefix}-${craft}-${place}-${index}`
    const description = `The ${craft} of the ${place}, number ${index} of ${prefix}. Use when the ${place} needs a ${craft}.`
    const body = `You are the ${craft} who works at the ${place}. Answer questions about ${prefix} ${index}.`
    await writeFile(join(folder, `${name}.md`), `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}\n`)
  }
}

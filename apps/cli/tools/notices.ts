import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type PackageFolder, packageOf } from './package-of.ts'

export async function noticesOf(files: readonly string[]): Promise<string> {
  const packages = new Map<string, PackageFolder>()
  for (const file of files.filter((one) => one.includes('node_modules'))) {
    const found = await packageOf(file)
    packages.set(`${found.name} ${found.version}`, found)
  }
  const sorted = [...packages].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const notices = await Promise.all(sorted.map(async ([title, found]) => `## ${title}\n\n${await licenseOf(found)}\n`))
  return `# Packages that this program contains\n\n${notices.join('\n')}`
}

async function licenseOf({ name, license, folder }: PackageFolder): Promise<string> {
  const names = (await readdir(folder)).filter((one) => /^(?:licen[cs]e|copying|notice)/i.test(one)).toSorted()
  const texts = await Promise.all(names.map(async (one) => (await readFile(join(folder, one), 'utf8')).trim()))
  if (texts.length === 0 && license === undefined) throw new Error(`${name} names no licence.`)
  return texts.length === 0 ? `Licence: ${license}` : texts.join('\n\n')
}

import { realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { ifRefused, isFolder, readTextFile, recordOf } from '@datacortex/platform'
import { noteName } from '../head/note-head.ts'
import type { DailyNote } from './day-note.ts'
import { dendronDay } from './dendron-day.ts'
import { logseqDay } from './logseq-day.ts'
import { momentFormat } from './moment-format.ts'
import { readRecord } from './obsidian-vault.ts'

type Place = { readonly folder: string; readonly format: string; readonly template: string }

/**
 * Where the note of a day lies and what it begins with: by the Periodic Notes or the daily notes of Obsidian, or as Logseq,
 * Dendron or this space have it. Templates are text: dates and the title are put in, and no code in them runs.
 * @param options - The day, and the time of day that a template may ask for.
 * @example (await dailyNote(root, { day: new Date(2026, 0, 31) })).path // 'daily/2026-01-31.md'
 */
export async function dailyNote(root: string, { day }: { readonly day: Date }): Promise<DailyNote> {
  if (!(await isFolder(join(root, '.obsidian')))) {
    const made = (await logseqDay(root, day)) ?? (await dendronDay(root, day))
    if (made !== undefined) return made
  }
  const { folder, format, template } = await placeOf(root)
  const name = momentFormat(day, format)
  const path = `${folder === '' ? '' : `${folder}/`}${name}.md`
  if (template === '') return { path, text: '', remarks: [] }
  const text = await templateText(root, template)
  if (text === undefined)
    return { path, text: '', remarks: [`The template ${template} is not there, or lies elsewhere.`] }
  const at = (days: number): Date => new Date(day.getFullYear(), day.getMonth(), day.getDate() + days)
  const filled = text.replaceAll(
    /\{\{[ \t]*(title|date|time|yesterday|tomorrow)[ \t]*(?::([^{}\n]*))?\}\}/gi,
    (_, what: string, given?: string) => {
      const kind = what.toLowerCase()
      if (kind === 'title') return noteName(path)
      const time = kind === 'yesterday' ? at(-1) : kind === 'tomorrow' ? at(1) : day
      return momentFormat(time, given?.trim() || (kind === 'time' ? 'HH:mm' : 'YYYY-MM-DD'))
    },
  )
  const code = filled.includes('<%') ? ['The template has code of Templater, which stays as text.'] : []
  return { path, text: filled, remarks: code }
}

async function placeOf(root: string): Promise<Place> {
  const settings = join(root, '.obsidian')
  const periodic = recordOf((await readRecord(join(settings, 'plugins', 'periodic-notes', 'data.json')))['daily'])
  const said = periodic['enabled'] === true ? periodic : await readRecord(join(settings, 'daily-notes.json'))
  const text = (name: string): string => (typeof said[name] === 'string' ? said[name].trim() : '')
  const plain = (name: string): string => text(name).replaceAll(/^(?:\.?\/)+|\/+$/g, '')
  if (await isFolder(settings))
    return { folder: plain('folder'), format: text('format') || 'YYYY-MM-DD', template: plain('template') }
  const named = { format: 'YYYY-MM-DD', template: '' }
  for (const folder of ['0-personal', 'journals', 'journal', 'daily'])
    if (await isFolder(join(root, folder)))
      return { ...named, folder: folder === '0-personal' ? '0-personal/notes/journals' : folder }
  return { ...named, folder: '' }
}

/** Undefined if it is not there, or leads out of the vault. */
async function templateText(root: string, template: string): Promise<string | undefined> {
  const base = await realpath(root)
  for (const name of [`${template}.md`, template]) {
    const file = await realpath(join(root, name)).catch(ifRefused(undefined))
    if (file === undefined || !file.startsWith(`${base}${sep}`)) continue
    const read = await readTextFile(file, { maxBytes: 1_000_000 })
    if (read.ok) return read.text
  }
  return undefined
}

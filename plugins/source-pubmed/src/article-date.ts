import { publishedAt } from '@datacortex/plugin'
import { z } from 'zod'

const word = z.string().optional().catch(undefined)

/** A date in parts; months are words or numbers, and some are no date at all: `1998 Dec-1999 Jan`, `2000 Spring`. */
export const ArticleDate = z.object({ Year: word, Month: word, Day: word, MedlineDate: word })

/** ISO 8601, as exact as the parts are. */
export function articleDate(date: z.infer<typeof ArticleDate> | undefined): string | undefined {
  const year = date?.Year ?? /\d{4}/.exec(date?.MedlineDate ?? '')?.[0]
  const month = monthOf(date?.Month ?? '')
  const day = date?.Day?.padStart(2, '0')
  if (month === undefined || year === undefined) return publishedAt(year)
  return publishedAt(day === undefined ? `${year}-${month}` : `${year}-${month}-${day}`) ?? publishedAt(year)
}

function monthOf(text: string): string | undefined {
  const number = /^\d{1,2}$/.test(text) ? Number(text) : names.indexOf(text.toLowerCase()) + 1
  return number >= 1 && number <= 12 ? String(number).padStart(2, '0') : undefined
}

const names = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

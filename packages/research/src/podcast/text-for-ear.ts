import { wordSet } from '@datacortex/text'
import { numberWords, ordinalWords, yearWords } from './number-words.ts'

/** A text as it is to be spoken: no Markdown or silent signs; in English with numbers, dates and units as words. */
export function textForEar(text: string, { language }: { language: string }): string {
  const plain = withoutLinks(withoutMarkdown(text))
  const spoken = /^en\b/i.test(language) ? english(plain) : plain
  return tidied(spoken)
}

function withoutMarkdown(text: string): string {
  return text
    .replaceAll(/^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1[^\n]*$|$(?![\s\S]))/gm, ' ')
    .replaceAll(/<!--[\s\S]*?-->|<\/?[a-z][^<>]*>/gi, ' ')
    .replaceAll(/!?\[([^\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1')
    .replaceAll(/\[\^[^\]]+\]:?|\[\d+(?:\s*[,;–-]\s*\d+)*\]/g, '')
    .replaceAll(/^ {0,3}(?:#{1,6}|>|[-+*]|\d{1,3}[.)])\s+/gm, '')
    .replaceAll(/\*\*|__|`|(?<![\p{L}\d])[*_](?=\S)|(?<=\S)[*_](?![\p{L}\d])/gu, '')
    .replaceAll(/^[ \t]*(?:-{3,}|\|?[\s:|-]+\|)[ \t]*$/gm, '')
    .replaceAll('|', ', ')
}

function withoutLinks(text: string): string {
  return text
    .replaceAll(
      /<?\bhttps?:\/\/(?:[^\s/@]+@)?(?:www\.)?([^\s/:?#<>)]+)(?:[/:?#][^\s<>)]*[^\s<>).,;:!?])?>?/gi,
      (_, host: string) => host.replaceAll('.', ' dot '),
    )
    .replaceAll(/\bdoi:\s*10\.\S+/gi, '')
}

const months = 'January February March April May June July August September October November December'.split(' ')

function english(text: string): string {
  return spokenUnits(words(text))
    .replaceAll(
      /\b(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])\b/g,
      (_, year, month, day) => `${months[Number(month) - 1]} ${ordinalWords(Number(day))}, ${yearWords(Number(year))}`,
    )
    .replaceAll(
      /\b(\d{4})-(0[1-9]|1[0-2])\b/g,
      (_, year, month) => `${months[Number(month) - 1]} ${yearWords(Number(year))}`,
    )
    .replaceAll(
      /([$€£])\s?(\d[\d,]*(?:\.\d+)?)(\s(?:thousand|million|billion|trillion))?/g,
      (_, sign, number, scale) =>
        `${number}${scale ?? ''} ${{ $: 'dollars', '€': 'euros', '£': 'pounds' }[String(sign)]}`,
    )
    .replaceAll(/(\d)\s?[–-]\s?(?=\d)/g, '$1 to ')
    .replaceAll(/(?<![\p{L}\d.,])(\d{1,3})(?:st|nd|rd|th)\b/gu, (_, value) => ordinalWords(Number(value)))
    .replaceAll(/\b(1[1-9]\d\d|20\d\d)s\b/g, (_, year) => `${yearWords(Number(year)).replace(/y$/, 'ie')}s`)
    .replaceAll(
      /(?<![\p{L}\d.,:])([01]?\d|2[0-3]):([0-5]\d)(?![\d:])/gu,
      (_, hour, minute) =>
        `${numberWords(String(Number(hour)))} ${minute === '00' ? "o'clock" : `${String(minute).startsWith('0') ? 'oh ' : ''}${numberWords(String(Number(minute)))}`}`,
    )
    .replaceAll(/(?<![\p{L}\d.,])(1[1-9]\d\d|20\d\d)(?![\p{L}\d%]|[.,]\d)/gu, (_, year) => yearWords(Number(year)))
    .replaceAll(/(?<![\p{L}\d])[-−](?=\d)/gu, 'minus ')
    .replaceAll(/(?<![\p{L}\d])(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\p{L}\d])/gu, numberWords)
}

/** Signs, abbreviations and letters that are said one by one. */
function words(text: string): string {
  const signs = Object.entries(said).reduce((all, [sign, word]) => all.replaceAll(sign, ` ${word} `), text)
  return signs
    .replaceAll(
      /\(([\p{Lu}][\p{L}'-]+(?: (?:and|&) [\p{Lu}][\p{L}'-]+)?(?: et al\.?)?),? (\d{4})[a-z]?\)/gu,
      ', $1, $2,',
    )
    .replaceAll(/\bet al\b\.?/g, 'and others')
    .replaceAll(/\be\.g\.,?/gi, 'for example')
    .replaceAll(/\bi\.e\.,?/gi, 'that is')
    .replaceAll(/\bvs\b\.?/gi, 'versus')
    .replaceAll(/\betc\b\.?/gi, 'et cetera')
    .replaceAll(/\bapprox\b\.?/gi, 'approximately')
    .replaceAll(/#(?=\d)/g, 'number ')
    .replaceAll(/~(?=\d)/g, 'about ')
    .replaceAll(/<(?=\s?\d)/g, 'less than ')
    .replaceAll(/>(?=\s?\d)/g, 'more than ')
    .replaceAll(/(?<=\d)\s?[+](?=\s?\d)/g, ' plus ')
    .replaceAll(/\b(\p{Lu}{2,5})(s?)\b/gu, (whole: string, letters: string, plural: string) =>
      spelled.has(letters) || !/[AEIOUY]/.test(letters)
        ? `${letters.split('').join(' ')}${plural === '' ? '' : "'s"}`
        : whole,
    )
}

const said: Readonly<Record<string, string>> = {
  '§§': 'sections',
  '§': 'section',
  '&': 'and',
  '±': 'plus or minus',
  '×': 'times',
  '≈': 'about',
  '≤': 'at most',
  '≥': 'at least',
  '≠': 'is not',
  '→': 'to',
  '=': 'equals',
}

/** With vowels, and yet nobody says them as a word. */
const spelled = wordSet(
  'AI API URL EU UK USA US UN IPO CEO CFO CTO ETF APY APR AMM DAO DEFI EVM GPU CPU IO IT PIN FAQ ISO ID UI UX IDE OS',
)

function tidied(text: string): string {
  return text
    .replaceAll(/[“”„«»"]/g, '')
    .replaceAll(/[‘’‚]/g, "'")
    .replaceAll(/\s*[—–]\s*|\s+-+\s+/g, ', ')
    .replaceAll('…', '. ')
    .replaceAll(/\s*[()[\]{}]\s*/g, ', ')
    .replaceAll(/[\p{Extended_Pictographic}\ufe0f\u200d]/gu, '')
    .replaceAll(/[ \t]*\n\s*\n\s*/g, '\n')
    .replaceAll(/(?<=[\p{L}\d])\n/gu, '.\n')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[,.;:!?])/g, '')
    .replaceAll(/,+(?=[.;:!?,])|(?<=[.;:!?]),/g, '')
    .replaceAll(/^[\s,;]+|[\s,;]+$/g, '')
}

const units: Readonly<Record<string, readonly [string, string]>> = {
  km: ['kilometre', 'kilometres'],
  cm: ['centimetre', 'centimetres'],
  mm: ['millimetre', 'millimetres'],
  'km/h': ['kilometre an hour', 'kilometres an hour'],
  mph: ['mile an hour', 'miles an hour'],
  'm²': ['square metre', 'square metres'],
  'km²': ['square kilometre', 'square kilometres'],
  kg: ['kilogram', 'kilograms'],
  mg: ['milligram', 'milligrams'],
  µg: ['microgram', 'micrograms'],
  μg: ['microgram', 'micrograms'],
  ml: ['millilitre', 'millilitres'],
  ms: ['millisecond', 'milliseconds'],
  kB: ['kilobyte', 'kilobytes'],
  MB: ['megabyte', 'megabytes'],
  GB: ['gigabyte', 'gigabytes'],
  TB: ['terabyte', 'terabytes'],
  Hz: ['hertz', 'hertz'],
  kHz: ['kilohertz', 'kilohertz'],
  MHz: ['megahertz', 'megahertz'],
  GHz: ['gigahertz', 'gigahertz'],
  kW: ['kilowatt', 'kilowatts'],
  MW: ['megawatt', 'megawatts'],
  GW: ['gigawatt', 'gigawatts'],
  kWh: ['kilowatt hour', 'kilowatt hours'],
  MWh: ['megawatt hour', 'megawatt hours'],
  GWh: ['gigawatt hour', 'gigawatt hours'],
  TWh: ['terawatt hour', 'terawatt hours'],
  '%': ['percent', 'percent'],
  '‰': ['per mille', 'per mille'],
  '°C': ['degree Celsius', 'degrees Celsius'],
  '°F': ['degree Fahrenheit', 'degrees Fahrenheit'],
  '°': ['degree', 'degrees'],
}

const names = Object.keys(units)
  .toSorted((a, b) => b.length - a.length)
  .join('|')
const measured = new RegExp(String.raw`(\d[\d,.]*)[ \u00a0\u202f]?(${names})(?![\p{L}\d])`, 'gu')

function spokenUnits(text: string): string {
  return text.replaceAll(measured, (_, number: string, unit: string) => {
    const [one, many] = units[unit] ?? [unit, unit]
    return `${number} ${number === '1' ? one : many}`
  })
}

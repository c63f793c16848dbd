import { type PageRefusal, contentError } from '../errors.ts'
import type { PageElements } from './tree/page-elements.ts'
import type { StructuredThing } from './metadata/structured-data.ts'

export type RefusalOptions = {
  readonly url: string
  readonly title: string
  /** Text of the whole page, without hidden parts, and what was taken for its content. */
  readonly shown: string
  readonly content: string
  readonly things: readonly StructuredThing[]
  /** What the page has beside text. */
  readonly signs: ReturnType<typeof refusalSigns>
}

/** Takes note of what is gone once a page was taken apart. `elements`: from before anything is removed. */
export function refusalSigns(elements: PageElements) {
  return {
    hasPassword: elements.named('input').some((input) => input.getAttribute('type')?.toLowerCase() === 'password'),
    scripts: elements.named('script').length,
    noscript: Array.from(elements.named('noscript'), ({ textContent }) => textContent).join(' '),
  }
}

/** Tells a page that refuses its content from a short one. Throws a {@link PageRefusal}. */
export function throwIfRefused({ url, ...page }: RefusalOptions): void {
  const code = refusalOf(page)
  if (code !== undefined) throw contentError(code, { url })
}

function refusalOf({ title, shown, content, things, signs }: Omit<RefusalOptions, 'url'>): PageRefusal | undefined {
  const length = content.length
  const start = shown.slice(0, 3000)
  if (length < 1500 && robot.test(start)) return 'PAGE_ROBOT_CHECK'
  // Some sites answer 200 with it; a page about such messages says more.
  if (length < 500 && goneTitle.test(title) && gone.test(start)) return 'PAGE_NOT_FOUND'
  if (length < 250 && isPaid(things)) return 'PAGE_PAYWALL'
  if (length < 250 && paywall.test(start)) return 'PAGE_PAYWALL'
  // Where there is a text beside it, the notice is a banner.
  const notice = length < 250 ? start : content
  if (shown.length < 4000 && length < 1500 && consent.test(notice) && choice.test(shown)) return 'PAGE_CONSENT_WALL'
  if (length < 500 && signs.hasPassword) return 'PAGE_LOGIN_REQUIRED'
  if (length < 300 && login.test(start)) return 'PAGE_LOGIN_REQUIRED'
  if (length < 400 && (script.test(start) || script.test(signs.noscript))) return 'PAGE_NEEDS_SCRIPT'
  return length < 100 && signs.scripts >= 1 ? 'PAGE_NEEDS_SCRIPT' : undefined
}

/** Whether what is read is plainly but a teaser. */
export function isPreview({ shown, content, things }: Pick<RefusalOptions, 'shown' | 'content' | 'things'>): boolean {
  if (content.length > 1000 || !isPaid(things)) return false
  const words = content.split(/\s+/).length
  const isLonger = things.some(({ fields }) => Number(fields['wordCount']) > words * 2)
  return isLonger || /(?:…|\.\.\.)\s*$/.test(content) || paywall.test(shown)
}

export function isPaid(things: readonly StructuredThing[]): boolean {
  return things.some(({ fields }) => saysNo(fields['isAccessibleForFree']))
}

/** Some write the word. */
function saysNo(value: unknown): boolean {
  return value === false || (typeof value === 'string' && value.toLowerCase() === 'false')
}

const robot =
  /(?:verif(?:y|ying) (?:that )?you are (?:a )?human|are you a robot|i['’]?m not a robot|checking your browser|unusual traffic|complete the (?:captcha|security check)|enable javascript and cookies to continue|access (?:to this page has been )?denied|please solve (?:the|this) captcha)/i
const paywall =
  /(?:subscribe (?:now )?to (?:continue|read|keep) ?(?:reading)?|to continue reading|this (?:article|content|story) is (?:for|only for|reserved for|available (?:only )?to) (?:\w+ )?(?:subscribers|members)|already a subscriber|subscribers only|abonnieren sie|nur für abonnenten|réservé aux abonnés|contenido exclusivo para suscriptores)/i
const consent =
  /(?:before you continue|(?:we|and our partners|wir|nous) (?:[\w ]{0,40} )?(?:use|store|value|verwenden|utilisons)[\w ,/]{0,60}(?:cookies|privacy)|cookie (?:consent|settings|preferences)|your privacy|privacy choices|zustimmung|consentement)/i
const choice =
  /(?:accept|agree|allow)(?: all| cookies| and)|(?:reject|manage|decline|refuse)(?: all| options| cookies| choices| preferences)|i agree|alle akzeptieren|tout accepter|aceptar/i
const login =
  /(?:(?:log|sign) ?in to (?:continue|your|view|access|see|read)|please (?:log|sign) ?in|you (?:must|need to) (?:be logged in|log ?in|sign ?in)|create an account or (?:log|sign) ?in|bitte (?:melden|loggen) sie sich|connectez-vous)/i
const script =
  /(?:enable|turn on|requires?|need|activate|without|aktivieren sie|activer|habilit\w+) (?:[\w’' ]{0,30})?java ?script|java ?script (?:is|must be|needs to be) (?:disabled|enabled|required|not enabled|turned off)/i
const goneTitle =
  /^\W*(?:(?:error|fehler|erreur)\s*)?404\b|\b404\W*$|\b(?:page|document|file|seite|article|página|pagina|oops[!,.]*)\s+(?:was\s+|wurde\s+)?(?:not found|nicht gefunden|introuvable|non trouvée|no encontrada|non trovata)|^\W*(?:not found|nicht gefunden)\W*$|\bseite existiert nicht/i
const gone =
  /(?:(?:does not|doesn['’]t|no longer) exists?|(?:could not|couldn['’]t|cannot|can['’]t) (?:be found|find)|not found|been (?:moved|deleted|removed)|no longer available|existiert nicht|nicht gefunden|nicht mehr verfügbar|introuvable|n['’]existe (?:pas|plus)|no existe|no encontrada|non esiste|non trovata)/i

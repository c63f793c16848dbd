import { classOf, elementNames, holdsElement, liesWithin } from '../tree/element.ts'
import type { TextMeasures } from '../tree/text-measures.ts'

/** Removes navigation, banners, forms, notices of cookies and the like by element, role and class. Changes `root`. */
export function dropBoilerplate(
  root: Element,
  // Replies may be what the page is about.
  { measures, total, keepsReplies }: { measures: TextMeasures; total: number; keepsReplies: boolean },
): void {
  for (const element of root.querySelectorAll(always)) element.remove()
  for (const element of root.querySelectorAll(edges)) if (isChrome(element, { measures, total })) element.remove()
  for (const element of root.querySelectorAll('[class],[id]')) {
    if (element.localName === 'body' || element.localName === 'main' || element.parentNode === null) continue
    const name = `${classOf(element)} ${element.id}`
    const { text, linked } = measures.of(element)
    const isSure = sure.test(name) && text < total * 0.4
    // A heading names what follows; `hide-from-toc` says nothing against it.
    const isLikely = likely.test(name) && text < 600 && !/^h[1-6]$/.test(element.localName)
    const isReply = !keepsReplies && replies.test(name) && text < total * 0.7
    const isList = lists.test(name) && text < total * 0.4 && linked > text * 0.3
    if ((isSure || isLikely || isReply || isList) && !holdsElement(element, core)) element.remove()
  }
}

const always =
  'script,style,noscript,template,iframe,figcaption,object,embed,svg,canvas,video,audio,select,input,textarea,dialog,[role="navigation"],[role="search"],[role="dialog"],[role="alertdialog"],[role="menu"],[role="menubar"],[role="toolbar"],[role="tooltip"]'
const edges =
  'nav,footer,aside,header,form,button,[role="banner"],[role="contentinfo"],[role="complementary"],[aria-modal="true"]'

function words(list: string): RegExp {
  return new RegExp(`(?:^|[\\s_-])(?:${list.trim().split(/\s+/).join('|')})(?:$|[\\s_-])`, 'i')
}

const sure = words(`
  cookies? cookie-?\\w+ consent gdpr newsletter popup modal offcanvas off-canvas drawer lightbox flyout
  skip-?link skip-?to-?\\w+ sr-only visually-?hidden screen-?reader-?text navbar navigation nav menu mega-?menu sub-?menu
  site-?footer footer site-?header topbar top-bar minicart mini-cart recently-?viewed tooltip dropdown disqus
`)
const likely = words(`
  ads? advert\\w* sponsor(?:ed)? promo outbrain taboola breadcrumbs? subscribe\\w* subscription sign-?up log-?in share sharing
  socials? share-?\\w+ social-?\\w+ toolbar pagination pager paging sidebar masthead announcement print noprint
  page-?nav\\w* pagenav toc table-of-contents edit-?page last-?updated feedback rating-?stars jump-?link print-?footer footer ticker breaking(?:-news)? cat-?links \\w*caption(?:-?text)?
`)
const lists = words(
  'related\\w* recommend\\w* similar\\w* more-?from also-?like sidebar side-?bar trending most-?read upsell cross-?sell\\w*',
)
const replies = words('comments? comment-?list respond replies')

/** Whether a part stands at the edge of the page, not within what it is about. */
function isChrome(element: Element, { measures, total }: { measures: TextMeasures; total: number }): boolean {
  const { text, linked } = measures.of(element)
  if (text > total * 0.5 || holdsElement(element, main)) return false
  switch (element.localName) {
    case 'header':
      return !holdsElement(element, title) && (!liesWithin(element, parts) || linked > text * 0.5)
    case 'form':
      return element.querySelector(fields) !== null && element.querySelectorAll('p, li').length < 12
    case 'button':
      return !holdsElement(element, headings)
    default:
      return !holdsElement(element, title)
  }
}

const core = elementNames('h1 main')
const main = elementNames('main')
const title = elementNames('h1')
const headings = elementNames('h2 h3 h4')
const parts = elementNames('article main section')

/** What a person fills in. */
const fields =
  'input[type="text"],input[type="email"],input[type="search"],input[type="password"],input:not([type]),textarea,select'

/** Words of which the labels of pages are made: of posts, offers and buttons, and of dates. */
export const labelWords: ReadonlySet<string> = new Set(
  (
    'ago second seconds minute minutes min mins hour hours hr hrs day days week weeks month months year years yr yrs today ' +
    'yesterday am pm est utc gmt january february march april may june july august september october november december ' +
    'jan feb mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue wed ' +
    'thu fri sat sun date time start starter post posts posted poster thread threads reply replies replied comment comments commented ' +
    'hidden view views viewed like likes share shares shared vote votes upvote upvotes points score member members participant ' +
    'participants user users joined reputation author edit edited updated published submitted stickied permalink quote ' +
    'click tap read show showing hide open close sign log login logout register subscribe follow browse search sort filter ' +
    'filters select selected choose option options category categories page pages next previous back top menu home link ' +
    'links image images icon photo photos video videos price prices sale usd eur gbp cart buy shop add available ' +
    'availability stock order delivery shipping seller sellers item items product products result results relevant ' +
    'rating ratings review reviews average star stars best new newest latest popular free yes no ok please check need ' +
    'rather every part parts thing things lot bit number list use used using go going come want take see look email ' +
    'protected good great included following thank thanks learn title header com www http https html ' +
    'vor uhr tag tage woche wochen monat monate jahr jahre stunde stunden heute gestern januar februar märz mai juni juli ' +
    'oktober dezember montag dienstag mittwoch donnerstag freitag samstag sonntag beitrag beiträge antwort antworten ' +
    'kommentar kommentare mitglied mitglieder geschrieben bearbeitet gepostet registriert klick klicken lesen anzeigen ' +
    'weiter zurück seite seiten suche filter auswählen optionen preis preise warenkorb kaufen lieferung versand verfügbar ' +
    'bewertung bewertungen sterne neu neue neuer bitte ja nein'
  ).split(' '),
)

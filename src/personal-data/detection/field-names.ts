/**
 * What a field of a record holds that has one of the names below. `given`, `family`: a part of a person's name. `full`: a
 * whole name. `person`: a whole name or a handle. `name`: the name of a person or of anything else.
 */
export type NameField = 'given' | 'family' | 'full' | 'person' | 'name';

/** Names of fields, by what they hold, in English, German, Italian, French and Spanish: phrases, comma after comma. */
const phrases: Readonly<Record<NameField, string>> = {
  given: `first name, first names, given name, given names, forename, forenames, fore name, fname, middle name, middle names,
    christian name, preferred name, vorname, vornamen, vor name, rufname, zweitname, zweiter vorname, nome proprio,
    nome di battesimo, nome battesimo, primo nome, secondo nome, prénom, prénoms, deuxième prénom,
    prénom usuel, nombre de pila, nombre pila, primer nombre, segundo nombre, names before key,
    first given name, name first, first nm,
    vorn, vorna, given`,
  family: `last name, last names, family name, family names, surname, surnames, sur name, lname, maiden name, birth name,
    second surname, first surname, key names,
    nachname, nachnamen, familienname, familien name, nach name, zuname, geburtsname,
    mädchenname, ledigname, cognome, cognomi, cognome da nubile, cognome di nascita, nom de famille, nom famille,
    nom de naissance, nom naissance, nom de jeune fille, nom d usage, nom usage, patronyme, apellido, apellidos,
    primer apellido, segundo apellido, apellido paterno, apellido materno, name last, last nm, fam name, nachn,
    cogn, apell, family, married name, previous surname, nom patronymique, nom marital, nom usuel, nom d épouse,
    nom épouse, nom d époux, nom époux, nom conjoint, nom naiss, nome da sposata, nome da nubile, ehename, nombre de soltera, primo cognome, secondo cognome`,
  full: `full name, fullname, legal name, complete name, name and surname, first and last name, name in full, account holder,
    account holder name, cardholder, cardholder name, card holder, card holder name, name on card, contact person,
    next of kin, last name first name, first name last name, surname first name, vollständiger name, voller name,
    kontoinhaber, kontoinhaberin, karteninhaber, karteninhaberin, ansprechpartner, ansprechpartnerin,
    ansprechperson, kundenname, patientenname, mitarbeitername, name des kunden, name der kundin, name des patienten,
    name der patientin, vor und nachname, vorname und nachname, vorname nachname, nachname vorname, name vorname,
    name und vorname, person name inverted,
    versicherungsnehmer, versicherungsnehmerin, nome completo, nome e cognome, cognome e nome,
    nome cognome, cognome nome, nominativo, nominativi, intestatario, intestataria, titolare, nome del cliente,
    nome della cliente, nome del paziente, nom complet, nom et prénom, nom et prénoms, nom prénom,
    nom prénoms, prénom et nom, prénom nom, titulaire, nom du client, nom de la cliente,
    nom du patient, nombre completo, nombre y apellidos, nombre y apellido, nombres y apellidos, nombre apellidos,
    nombre apellido, apellidos y nombre, apellidos nombre, titular, nombre del cliente, nombre del paciente`,
  person: '',
  name: 'name, names, nom, noms, nome, nomi, nombre, nombres',
};

/** People whose name a field may hold: "customer name", "nom client". */
const people = `customer client patient employee contact student teacher member guest passenger driver applicant
  candidate manager owner recipient sender beneficiary holder borrower tenant insured payee payer spouse child
  parent mother father author person kunde kunden kundin patientin mitarbeiter mitarbeiterin schüler fahrer
  mieter versicherter person cliente paziente paciente dipendente empleado alumno salarié élève conducteur
  conductor locataire bénéficiaire beneficiario trabajador usuario utente pupil resident
  visitor buyer seller donor volunteer colleague worker witness claimant trainee learner lodger subscriber
  schülerin fahrerin mieterin bewohner bewohnerin halter halterin käufer käuferin verkäufer verkäuferin student
  studentin
  teilnehmer teilnehmerin bewerber bewerberin besitzer besitzerin zeuge zeugin inquilino inquilina alunno alunna
  allievo
  allieva conducente proprietario proprietaria acquirente venditore socio socia étudiant étudiante adhérent adhérente
  propriétaire acheteur vendeur patiente salariée assuré assurée bénévole stagiaire alumna propietario
  propietaria comprador
  vendedor estudiante trabajadora huésped demandeur demandeuse requérant requérante déclarant déclarante richiedente
  dichiarante solicitante antragsteller antragstellerin assistito assistita contraente beneficiaria intestatario ospite
  arrendatario arrendataria arrendador arrendadora locatario locataria locatore vermieter bailleur landlord
  titolare assicurato assicurata autista chauffeur tutor tutore tutrice guardian carer genitore coniuge hijo
  hija cónyuge conjoint conjointe enfant père mère fille ehepartner vater mutter sohn tochter sachbearbeiter
  sachbearbeiterin betreuer betreuerin mandant mandantin auftraggeber empfänger absender mitglied operatore
  operatrice operador operadora empleada afiliado afiliada asegurado asegurada attendee nurse doctor reporter
  assignee householder policyholder deceased passager passagère passeggero passeggera pasajero pasajera fahrgast testimone testigo témoin gegner unfallgegner controparte opponent counterparty partecipante participante participant mietpartei erblasser erbin heir erede heredero heredera héritier héritière debitore debitrice debtor débiteur débitrice schuldner schuldnerin gläubiger gläubigerin creditor créancier créancière acreedor deudor avvocato anwalt rechtsanwalt abogado avocat attorney lawyer notaio notar notaire notario`;

/** What stands over a list of people: "Attendees:". */
export const peopleListed = `participants attendees present guests members employees students passengers patients
  customers clients contacts signatories witnesses speakers authors applicants tenants recipients teilnehmer
  teilnehmerinnen teilnehmende anwesende anwesend gäste mitglieder mitarbeiter mitarbeitende schüler fahrgäste
  patienten kunden mieter zeugen partecipanti presenti invitati membri dipendenti studenti passeggeri pazienti clienti
  inquilini testimoni présents invités membres salariés élèves passagers témoins locataires asistentes participantes
  presentes invitados miembros empleados alumnos pasajeros pacientes clientes testigos inquilinos`;

/** Names of fields in lower case without their blanks. */
const fieldOfName: ReadonlyMap<string, NameField> = new Map(
  Object.entries(phrases).flatMap(([field, names]) =>
    withoutAccentsToo(names.split(',').map((name) => name.replaceAll(/\s/g, ''))).map(
      (name) => [name, field as NameField] as const,
    ),
  ),
);

/** Programs leave accents out of names, or write them as letters: "maedchenname". */
export function withoutAccentsToo(names: readonly string[]): readonly string[] {
  return names.flatMap((name) => [
    name,
    name.replaceAll(/[äöü]/g, (umlaut) => `${umlaut.normalize('NFD').charAt(0)}e`).replaceAll('ß', 'ss'),
    name.normalize('NFD').replaceAll(/\p{M}/gu, ''),
  ]);
}

/**
 * Words for the two parts of a name, which say so beside the same name of a field with the other part alone: "fahrer_nn" beside
 * "fahrer_vn", `ownerLast` beside `ownerFirst`, "KDNACHNAME" beside "KDVORNAME". Comma after comma; a bar between the parts.
 */
const halves: readonly (readonly [given: readonly string[], family: readonly string[]])[] = [
  'first|last',
  'given|family',
  'fn|ln',
  'gn, givenname|sn',
  'fname, first name, first_name, given name, given_name, forename, forenames|lname, last name, last_name, surname, family name, family_name',
  'vn, vorname|nn, name, nachname, zuname, familienname',
  'prénom, prenom, prénoms, prenoms, pren|nom',
  'nome|cogn, cognome',
  'nom, nombre, nombres|ap, ap1, ap2, ape, ape1, ape2, apellido, apellidos',
  'ap1|ap2',
  'ape1|ape2',
  'paterno|materno',
].map((row) => {
  const [given = [], family = []] = row.split('|').map((names) => names.split(', '));
  return [given, family];
});

/** The rows of halves that have a word, and its side. */
const sidesOf = new Map<string, { readonly field: 'given' | 'family'; readonly others: readonly string[] }[]>();
for (const [given, family] of halves) {
  for (const [field, own, others] of [
    ['given', given, family],
    ['family', family, given],
  ] as const)
    for (const word of own) sidesOf.set(word, [...(sidesOf.get(word) ?? []), { field, others }]);
}

const anyHalf = Array.from(sidesOf.keys())
  .toSorted((a, b) => b.length - a.length)
  .join('|');
/** A half ends the name of a field, or begins it: "first" and "last" begin those of pages. */
const halvesIn = [
  new RegExp(String.raw`^(?<before>.*?)(?<half>${anyHalf})(?<after>\d?)$`, 'u'),
  new RegExp(String.raw`^(?<before>)(?<half>(?!first|last)(?:${anyHalf}))(?<after>.+)$`, 'u'),
];

/** The name of a field in small letters; "Ape. 1" as "ape1". */
export function pairKey(name: string): string {
  return name.toLowerCase().replace(numberedName, '');
}

const numberedName = /\. ?(?=\d)/;

/**
 * What a field of this name holds, if the same name with the other part of a name is beside it. `isBeside` is asked for
 * names in small letters.
 */
export function pairedFieldOf(name: string, isBeside: (name: string) => boolean): 'given' | 'family' | null {
  if (name.length > nameMax) return null;
  const small = name.toLowerCase().replace(numberedName, '');
  for (const form of halvesIn) {
    const { before = '', half = '', after = '' } = form.exec(small)?.groups ?? {};
    for (const { field, others } of sidesOf.get(half) ?? [])
      if (others.some((other) => isBeside(before + other + after))) return field;
  }
  return null;
}

/** Whether such a field may be of a page, an access point or a function as well. */
export function isWeakHalf(name: string): boolean {
  return name.length < 5 || /(?:first|last|family|given|[fglnsv]n)$/i.test(name);
}

/** Names of fields that say so in quotes, in elements and on lines of their own alone. */
export const plainFields: ReadonlySet<string> = new Set(['family', 'given']);

const peopleNamed: ReadonlySet<string> = new Set(withoutAccentsToo(people.split(/\s+/)));

/** Whether a word in small letters says what a person is: "patient". */
export function isPersonWord(word: string): boolean {
  return peopleNamed.has(word);
}

/** The most words that a name of a field has. */
export const fieldWordsMax = 5;

/** The words of such names, and names in one word. Small words between them count nowhere else. */
export const fieldWords: string = withoutAccentsToo([
  ...fieldOfName.keys(),
  ...Object.values(phrases).flatMap((names) => names.split(/[\s,]+/).filter((word) => word.length > 3)),
  'vor',
  'sur',
  'nom',
  ...sidesOf.keys(),
  ...peopleNamed,
]).join(' ');

/**
 * What a field of this name holds, given as its parts in lower case: `['billing', 'last', 'name']`. `null`: no name.
 * A word before a part of a name changes nothing; a word behind it must be a person or a number: `last_name_length` is
 * the name of something else.
 */
export function nameFieldOf(parts: readonly string[]): NameField | null {
  if (parts.length === 1) return fieldOfName.get(parts[0] ?? '') ?? null;
  const both = bothOf(parts);
  if (both !== null) return both;
  const end = parts.findLastIndex((part) => !/^\d{0,2}$/.test(part)) + 1;
  for (let last = end; last >= end - 1 && last > 0; last -= 1) {
    const person = last < end ? (parts[end - 1] ?? '') : null;
    if (person !== null && !peopleNamed.has(person)) return null;
    for (let first = Math.max(0, last - fieldWordsMax); first < last; first += 1) {
      const field = fieldOfName.get(parts.slice(first, last).join(''));
      if (field !== undefined) return field === 'name' ? nameOf(parts[first - 1] ?? person, first) : field;
    }
  }
  return null;
}

/** "apellido_nombre", "cogn_nome": the name of a part beside that of another one. */
function bothOf(parts: readonly string[]): NameField | null {
  for (let second = 1; second < parts.length && parts.length <= fieldWordsMax; second += 1) {
    const one = fieldOfName.get(parts.slice(0, second).join(''));
    const other = fieldOfName.get(parts.slice(second).join(''));
    if (one === undefined || other === undefined || one === other) continue;
    if (one === 'family' || other === 'family') return 'full';
  }
  return null;
}

/**
 * What a field holds whose name begins with that of a part of a name, and goes on with whatever it is of: `cognome_paz`,
 * "Cognome ospite". `null`: it begins otherwise, or a program keeps something else about it, as in `last_name_length`.
 */
export function qualifiedFieldOf(parts: readonly string[]): 'given' | 'family' | null {
  for (let end = Math.min(parts.length - 1, partMax); end > 0; end -= 1) {
    const field = fieldOfName.get(parts.slice(0, end).join(''));
    if (field === undefined || plain.has(parts.slice(0, end).join(''))) continue;
    if (field !== 'given' && field !== 'family') return null;
    return parts.slice(end).some((part) => ofPrograms.has(part)) ? null : field;
  }
  return null;
}

/** The name of a part of a name has so many words. */
const partMax = 3;
/** Names of fields that say so in some records alone. */
const plain: ReadonlySet<string> = new Set(['family', 'given', 'families', 'vorn', 'cogn', 'apell']);

/** What programs keep about the value of a field. */
const ofPrograms: ReadonlySet<string> = new Set(
  `length len count size max min maxlength minlength type types field fields column columns col id ids key keys
  index idx hash label labels placeholder required valid invalid validation validator error errors regex pattern
  format search query sort order filter asc desc input hint help title desc description is has show hide hidden
  visible enabled disabled list lists match matches score token tokens encoding rule rules constraint changed
  change updated date class style css wrapper container box row cell header element el ref node group prefix
  suffix initial initials letter first last origin source meaning statistics frequency distribution ranking and
  or of the for in to by with is was not change database table generator lookup similarity matching mapping
  parser provider factory function handler callback und oder von für im ist wird y o de en del es se e di in da
  è et ou du des en est à`.split(/\s+/),
);

/** A bare "name" is anyone's; of "file name" and the like nothing is known. */
function nameOf(whose: string | null, first: number): NameField | null {
  if (whose !== null && peopleNamed.has(whose)) return 'person';
  if (whose !== null && setters.has(whose)) return 'name';
  return first === 0 && whose === null ? 'name' : null;
}

/** What a program sets a field with: `setName("Rossi")`, `avecNom("Rossi")`, `conNombre("Rossi")`. */
const setters: ReadonlySet<string> = new Set([
  'set',
  'with',
  'avec',
  'con',
  'mit',
  'définir',
  'definir',
  'setze',
  'imposta',
]);

/** The parts of the name of a field, in lower case. */
export function partsOfName(name: string): readonly string[] {
  if (name.length > nameMax) return [];
  return oneWord.test(name)
    ? [name.toLowerCase()]
    : name
        .split(/[^\p{L}\p{M}\d]+|(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L})(?=\d)/u)
        .flatMap((part) => (part === '' ? [] : [part.toLowerCase()]));
}

/** As most words are. */
const oneWord = /^[A-Za-z][a-z]*$/;

/** No name of a field is longer, characters. */
const nameMax = 64;

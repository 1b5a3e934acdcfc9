/** Titles and summaries of the shipped scenes in Finnish. */
import type { SceneTexts } from "../scene-texts.js";

export const scenes: SceneTexts = {
  "free-fall": ["Vapaa pudotus", "Vinosti ylös heitetty pallo: paraabeli, jonka suljettu muoto tunnetaan"],
  "spring-mass": ["Jousi ja massa", "Massa jousen ja vaimentimen varassa, verrattuna suljettuun muotoon"],
  servo: [
    "Servokäyttöinen vaunu",
    "Vaunu, jonka säätimen voima on rajattu, seuraa profiilia ja vetää perävaunua jousella",
  ],
  "flipping-body": [
    "Kääntyilevä kappale",
    "Vapaa laatikko, joka pyörii keskimmäisen akselinsa ympäri, kääntyy 2,68 s:n välein; monelta moottorilta se jää näkemättä",
  ],
  pendulum: [
    "Yksinkertainen heiluri (IFToMM A01)",
    "1 kg jäykässä 1 m:n tangossa vaakatasosta, verrattuna elliptisiin funktioihin",
  ],
  "pendulum-angle": [
    "Yksinkertainen heiluri, vain kulma",
    "Heilurin yhtälö säätimen kautta integroituna, ilman rajoitteita",
  ],
  "pendulum-rigid": [
    "Yksinkertainen heiluri, jäykkä tanko (IFToMM A01)",
    "1 kg jäykässä 1 m:n tangossa luonnollisissa koordinaateissa, verrattuna elliptisiin funktioihin",
  ],
  "four-bar-windows": [
    "Nelitankomekanismien ikkunat (IFToMM A02)",
    "Suljettuja silmukoita asentojen läpi, joissa ne voisivat haarautua, verrattuna yhteen liikeyhtälöön",
  ],
  "andrews-squeezer": [
    "Andrewsin puristusmekanismi (IFToMM A03)",
    "Seitsemän kappaletta, moottori ja jousi: pieni nopea mekanismi, jolla on 16 numeron vertailuarvo",
  ],
  bricard: ["Bricardin mekanismi (IFToMM A04)", "Silmukka, joka liikkuu, vaikka siinä on yksi rajoite liikaa"],
  "flyball-governor": ["Jäykkä keskipakosäädin (IFToMM A05)", "Kuulat nostavat luistia hyvin jäykkien jousien kautta"],
  "slider-crank": [
    "Avaruudellinen kampimekanismi",
    "Kampi x-akselin ympäri liikuttaa kappaletta x-akselia pitkin tangolla, jossa on pallonivel ja kardaaninivel",
  ],
  "rock-bucket": [
    "Kiviä kauhassa",
    "Kaivinkoneen puomi, jossa on suljettuja silmukoita, nostaa irtokiviä 5 ms:n askelin",
  ],
  "large-site": ["Suuri työmaa", "Puskulevy ajaa aitarivien läpi; kaukana oleva nukkuu eikä maksa mitään"],
  excavator: [
    "Pyöräkaivukone",
    "22 t:n kone, jota ajat sen vivuilla: puomi, kauhavarsi, kauha, kääntö, ajo, ohjaus, puskulevy, tukijalat",
  ],
  "excavator-site": [
    "Kaivinkone työmaalla",
    "Kaivanto maahan upotettujen putkien vieressä, rinne, ramppi tai katu: aja konetta sen vivuista",
  ],
  "truck-loading": [
    "Kuorma-auton lastaus",
    "Kaivinkone kaivaa, kääntyy ja täyttää kuorma-auton lavan kierros kierrokselta; kippaa lava tyhjäksi",
  ],
  "machine-fleet": [
    "Minikaivukone ja pyöräkuormaaja",
    "Kaksi konetta lisää parametritiedostoista: toinen ohjaa teloillaan, toinen runkonivelellään",
  ],
  "lifting-capacity": [
    "Nostokyky",
    "Kaivukone ojentaa taakan, kunnes sen takapyörät nousevat; kaatumisvara ja kuormamomentti kertovat, kuinka lähellä se on",
  ],
  "roll-over": [
    "Kaatuminen rinteessä",
    "Kaivukone kääntää lohkareen alarinteeseen: se pysyy pystyssä tai kaatuu tukimonikulmionsa mukaan ja ilmoittaa siitä",
  ],
  "digging-bucket": [
    "Ojan kaivuu",
    "Kauha ohjatussa puomissa leikkaa maata, täyttyy, kääntyy ja tyhjenee: maata kannetaan, heitetään ja kasataan",
  ],
  "machine-arm": [
    "Kaivinkoneen puomi",
    "Neljätoista kappaletta ja neljä suljettua silmukkaa, 5 ms:n askelin murto-osassa reaaliajasta",
  ],
  "hydraulic-arm": [
    "Puomi hydraulipiirissä",
    "Moottori, pumppu, venttiilit ja sylinterit liikuttavat puomia, kauhavartta, kauhaa ja kääntöä; neljä toimintoa jakaa yhden pumpun",
  ],
  seesaw: ["Keinulauta", "Kaksi laatikkoa saranoidulla lankulla: vaakasuora, kun massa kertaa varsi on yhtä suuri"],
  "hydraulic-driver": [
    "Hydraulikäytön koe",
    "Sylinteri venyttää jousen suurimpaan voimaansa, pitää sen ja päästää omalla nopeudellaan",
  ],
  "gear-train": ["Hammaspyörästö", "Moottori pyörittää neljää hammaspyörää; viimeinen liikuttaa hammastankoa"],
  "strandbeest-leg": [
    "Strandbeestin jalka",
    "Theo Jansenin suljettujen silmukoiden mekanismi: pyörivä kampi saa jalan kävelemään",
  ],
  "newtons-cradle": [
    "Newtonin kehto",
    "Yhtä suuret kuulat tangoissa välittävät iskun: viimeinen lähtee yhtä nopeasti kuin ensimmäinen tuli",
  ],
  bridge: ["Lankkusilta", "Saranoitu lankkuketju kahden rannan välillä, kuorma päällä"],
  "wrecking-ball": ["Purkukuula", "Tonnin kuula kevyistä lenkeistä tehdyssä ketjussa kaataa muurin; ketju ei veny"],
  "ragdoll-planar": ["Räsynukke tasossa", "Kymmenen osaa rajoitetuilla saranoilla, pudotettuna portaille"],
  ragdoll: ["Räsynukke portaissa", "Kymmenen osaa pallonivelillä ja rajoitetuilla saranoilla putoaa portaat alas"],
  "truck-planar": ["Kuorma-auto tasossa", "Jousitetut pyörät, vetävä akseli ja lava, jonka hydraulisylinteri kippaa"],
  "tyre-course": [
    "Renkaat: ajorata",
    "Kiihdytys hidasteiden yli, pujottelu ja jarrutus; renkaat luistavat taikakaavan mukaan",
  ],
  truck: ["Kuorma-auto", "Neljä jousitettua pyörää, ohjaus, vetävä akseli ja lava, jonka kaksi sylinteriä kippaa"],
  conveyor: ["Kuljetinhihna", "Liikkuva pinta kuljettaa laatikoita omalla nopeudellaan ja pudottaa ne"],
  "tilting-table": ["Kappale kallistuvalla pöydällä", "Pysyy valumatta kulmaan atan μ asti, liukuu sen jälkeen"],
  "corner-spheres": [
    "Kuutio, jonka kulmissa on palloja",
    "Suorana pudotettuna lepää neljällä yhtä suurella voimalla; kallistettuna ensin kierähtää",
  ],
  "spring-block": ["Jousi, kappale ja kitka", "Heiluu, kunnes tarttuu; irtoaa, kun jousi jäykistyy 10 s:n kohdalla"],
  "bowden-leben": ["Bowden–Leben", "Kappale hihnalla jousen pitämänä: tarttuu ja luistaa"],
  "pinched-capsule": ["Puristettu kapseli", "45 g kahden tyynyn välissä, 12–60 N: ei valu"],
  capstan: ["Kapstani", "Köysi pyörivän rummun ympärillä: kitka kertoo vedon luvulla e^(μθ)"],
  "gear-pair": [
    "Hammaspyöräpari kosketuksella",
    "Toisiaan työntävät hampaat: välityssuhde syntyy pelkästä kosketuksesta",
  ],
  "chain-drum": ["Ketju rummun yli", "Lenkit pitävät toisensa pelkällä kosketuksella, ripustettuna rummun yli"],
  "hanging-chain": [
    "Riippuva ketju",
    "Poikkituelliset lenkit riippuvat kahdesta koukusta pelkän kosketuksen varassa ja asettuvat ketjukäyräksi",
  ],
  "peg-in-hole": ["Tappi reiässä", "Neliömäinen tappi liukuu reikään, jossa on kymmenesosamillimetrin välys"],
  "u-channel": ["Pallo kourussa", "Verkkoa ei korvata peitteellään: pallo asettuu pohjalle seinien väliin"],
  "shaft-in-bearing": [
    "Akseli liukulaakerissa",
    "Akseli, jonka välys on millimetrin kahdeskymmenesosa, pyörii laakerin kanssa jakamallaan sirpillä",
  ],
  "dovetail-slide": [
    "Lohenpyrstöjohde",
    "Kelkka kulkee pohjalla ja kyljellä yhtä aikaa vakionopeudella kitkavoiman vetämänä",
  ],
  "keyed-shaft": ["Kiila urissaan", "Irtokiila välittää vääntömomentin akselilta navalle kyljillään"],
  "geneva-drive": ["Maltanristi kosketuksella", "Tappi urassa kääntää pyörää askelin; vain kosketus kytkee ne"],
  "bolt-in-nut": [
    "Pultti mutterissa",
    "Kaksi kierrettä verkkoina: mutterin kierto nostaa pulttia nousun verran kierrosta kohti",
  ],
  "footprint-block": [
    "Kappale rinteessä jalanjälkensä varassa",
    "Pysyy 0,03°:n päähän kitkakulmasta, liukuu sen jälkeen Coulombin lain mukaan ja nojaa kimmoisaan alustaansa",
  ],
  "footprint-disk": [
    "Litteänä pyörivä kiekko",
    "Hidastuu tasaisesti ja pysähtyy puolessa sekunnissa kuten oikea kiekko; vanhemmat lait ovat valittavissa",
  ],
  "footprint-cylinder": [
    "Jalanjäljellään vierivä lieriö",
    "Vierii kimmoisalla kerroksellaan tuhannesosan hitaammin kuin jäykkä, kääntymättä",
  ],
  "normal-laws": [
    "Normaalilait rinnakkain",
    "Viisi kosketuslakia, yksi sysäyskerroin: kuinka korkealle pallot pomppaavat",
  ],
  "mesh-spheres": [
    "Verkkopallot ja tarkat pallot",
    "Leikkaavat kolmiot pomppaavat kuin kaksi palloa Floresin lain mukaan",
  ],
  "mesh-cubes": [
    "Kuutioita kuutioilla",
    "Putoava kuutio joustaa reunallaan: kimmoisasti, vaimennettuna tai vain kitkan hidastamana",
  ],
  "mixed-objects": ["Sekalaisia kappaleita laatikossa", "Verkot, kuperat tai eivät, asettuvat lepoon 1,5 ms:n askelin"],
  "head-heap": ["Päiden kasa", "Ei-kuperat verkot tarttuvat toisiinsa ilman peitteitä tai kuperia paloja"],
  "friction-grasp": [
    "Tartunta pelkällä kitkalla",
    "LuGren harjakset pitävät kuution kahden levyn välissä; silotettu Coulombin kitka päästää sen liukumaan",
  ],
  "cube-tower": ["Kuutiotorneja", "Suora seisoo, siirretty kaatuu alimmasta kuutiosta, tasapainotettu seisoo taas"],
  "open-meshes": ["Levy, kuori ja sekasotku", "Verkot ilman sisä- tai ulkopuolta kannattavat toisiaan"],
  stack: ["20 laatikon pino", "Gribelin väitöskirjan pino, väitöskirjan ratkaisijalla tai meidän"],
  pyramid: ["Laatikkopyramidi", "Yksikkölaatikoiden rivejä, jokainen alempaansa lyhyempi: pysyy paikallaan"],
  "mass-ratio-tower": [
    "Suurten massasuhteiden tornit",
    "Kevyet laatikot kantavat raskasta: 1 : 1, 1 : 10, 1 : 100, 1 : 1000",
  ],
  "card-house": ["Korttitalo", "Kortit nojaavat toisiinsa pareittain, kerros kerroksen päällä, ja pysyvät kitkalla"],
  dominoes: ["Dominot", "Dominorivi kaatuu yksi toisensa jälkeen"],
  "box-pile": ["Laatikkokasa", "Kaikenmuotoisia laatikoita putoaa astiaan ja asettuu lepoon"],
  hulls: ["Kuperien peitteiden kasa", "Kivet, kukin kuudentoista satunnaisen pisteen peite, putoavat astiaan"],
  "ragdoll-crowd": ["Räsynukkejen joukko", "Räsynuket putoavat kasaan"],
  "triangle-drop": [
    "Kolmion pudotus",
    "Kolmio putoaa toisen kärjen viereen: se liukuu pois, jää kiinni tai pomppaa kosketusmallin mukaan",
  ],
  "staggered-stack": [
    "Porrastettu pino",
    "Kymmenen kitkatonta laatikkoa putoaa toistensa päälle, kulmat lähekkäin: ne lepäävät, juuttuvat tai sinkoavat",
  ],
  "polygon-box": [
    "Monikulmiot laatikossa",
    "Kaksikymmentä satunnaista monikulmiota heitetään laatikkoon ilman kitkaa: kuinka paljon ne menevät päällekkäin?",
  ],
  "polyhedron-box": [
    "Monitahokkaat laatikossa",
    "Kymmenen ikosaedria heitetään laatikkoon ilman kitkaa: kärjet kohtaavat särmiä, tahkoja ja kärkiä",
  ],
  "planar-gripper": [
    "Tartunta tasossa",
    "Kaksi sormea sulkeutuu pöydällä olevan satunnaisen monikulmion ympärille ja nostaa sen: sormenpäät liukuvat kulmien ohi",
  ],
  "pd-arm": [
    "PD-säädetty käsivarsi",
    "Viisi niveltä seuraa siniä tai vie käsivarren tartuntaan kolmessa sekunnissa; painovoima ja viive jättävät virheen; nivelet pysyvät kiinni",
  ],
  "sliding-block": [
    "Liukuva kappale",
    "Kappale 15°:n rampilla liukuu alas ja pois tai tarttuu, kun kitka ylittää arvon tan 15° = 0,268",
  ],
  "sphere-drop": ["Pallon pudotus", "Pallo putoaa yhdeksän metriä ja jää paikalleen, tai pieni vierii suuren päältä"],
  "joint-tree": [
    "Nivelpuu",
    "Momentti vaikuttaa pallonivelillä riippuviin tankoihin kolme sekuntia; sitten liikemäärämomentti on vakio",
  ],
  "smoke-test": [
    "Savutesti",
    "Kuutio ja puolikas kuutio tai puolikas ikosaedri putoavat vinolle kuutiolle ja liukuvat pois kolmessa sekunnissa",
  ],
  "leaning-cards": [
    "Nojaavat kortit",
    "Kaksi korttia nojaa toisiinsa 0,2 rad:n kulmassa ja pysyy tai luistaa, jos kitka on alle tan(0,2)/2 = 0,101",
  ],
  bowling: ["Keilailu", "Tanko kaatuu saranansa ympäri ja työntää kahta palloa lattialla; sarana pysyy kiinni"],
  "tetra-on-prism": [
    "Tetraedri ja särmiö",
    "Tetraedri putoaa särmiön harjalle ja liukuu pois; tai liukuu laatikossa olevaan särmiöön",
  ],
  "two-triangles": [
    "Kaksi kolmiota",
    "Kaksi samanlaista kolmiota kohtaa kärki kärkeä vasten ja jatkaa yhdessä, tai toinen laskeutuu toisen suoralle sivulle",
  ],
  "rolling-cart": ["Vierivä vaunu", "Neljän lieriön tai neljän pallon varassa oleva vaunu vierii rinnettä luistamatta"],
  "ten-balls": ["Kymmenen palloa", "Kymmenen erikokoista palloa putoaa viiden tason laatikkoon ja vierii sen pohjalla"],
  pachinko: ["Pachinko", "Pallot putoavat viidentoista yksitoistasivuisen tapin läpi, ja kaikki pääsevät maahan"],
  "mesh-medley": [
    "Säännölliset kappaleet",
    "Tetraedri, ikosaedri, dodekaedri ja oktaedri laskeutuvat suurelle kuutiolle: kaksi jää, kaksi putoaa reunan yli",
  ],
  "squeeze-grasp": [
    "Puristettu laatikkorivi",
    "Kaksi leukaa johteilla puristaa laatikkoriviä: pelkkä kitka kannattaa sitä, tai se putoaa, jos kitkaa on liian vähän",
  ],
  "rolling-coin": ["Vierivä kolikko", "25-sivuinen kolikko putoaa reunalleen, vierii, kaatuu ja jää litteäksi"],
  "box-drop": [
    "Kuutio raon läpi",
    "Kuutio putoaa neljän muun välisestä raosta, joka on puoli millimetriä väljempi joka sivulta, koskematta niihin",
  ],
  "single-steps": [
    "Viisi yksittäistä askelta",
    "Viisi asentoa kulmien lähellä, joista kappale voi liikkua tai joissa se voi levätä ja joihin muut mallit vangitsevat sen",
  ],
  "rotating-rectangles": [
    "Pyörivät suorakulmiot",
    "Kaksi suorakulmiota pyörii yhdessä päällekkäin: ensimmäisen askeleen jälkeen ne leikkaavat ½ (1 − cos ωh) m²",
  ],
  "plastic-row": [
    "Viiden kappaleen liikemäärä",
    "Viisi neliötä rivissä, ensimmäinen 2 m/s: neljä plastista törmäystä säilyttää 3 kg m/s, ja kaikki päätyvät nopeuteen 3/3,67 m/s",
  ],
  "hanging-rod": ["Riippuva tanko", "Tanko pallonivelessä tai pallo saranassa: kuinka paljon nivel aukeaa eri rivein"],
  "spheres-on-cube": [
    "Palloja kuutiolla",
    "Pallokerroksia putoaa 0,2 rad kallistetulle kuutiolle, vierii sen tahkoa luistamatta ja pois",
  ],
  "cube-stack": [
    "Kuutiot toistensa päälle",
    "Kaksi kuutiota, kumpikin 0,2 m alempansa yläpuolella, laskeutuu askelissa 40 ja 57 ja jää lepoon",
  ],
  "icosahedron-landing": [
    "Ikosaedri kuutiolla",
    "Ikosaedri asettuu suuren kuution tahkolle; särmältä tai tetraedrin kärjeltä se liukuu pois",
  ],
  "construction-site": [
    "Rakennustyömaa",
    "Kuorma-auto epätasaisella maalla ojan ja sen kasojen vieressä, ja kaikkea, mitä työmaalla lojuu",
  ],
};

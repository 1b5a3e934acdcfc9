/** The school on PGlite, the database that needs nothing to be installed. */
import { testPglite } from "./databases.js";
import { schoolSuite } from "./suite.js";

schoolSuite(testPglite);

// One game of a chouette, as rules_core/chouette has it: with it a phone goes on without a network.
"use strict";
const OTHER = { box: "team", team: "box" };
const PEOPLE = ["join", "leave"];

const pairOf = (stake) => `${stake.with_box}-${stake.with_team}`;
const isExtra = (game, stake) => stake.with_box !== game.box;

const mayTurn = (game, by, stake) =>
  !stake.out && [null, by].includes(stake.owner) && 2 * stake.value <= game.max_cube;

const mayBeaver = (game, stake) => stake.animals < game.beavers && 2 * stake.offered <= game.max_cube;

const goesUp = (game, stake) => stake.automatic < game.automatic_doubles && 2 * stake.value <= game.max_cube;
const mayThrowEqual = (game) => game.stakes.every((stake) => !stake.out && !stake.owner && goesUp(game, stake));

// A captain who is out hands over to the next in line who is still in.
function withStakes(game, change) {
  const stakes = game.stakes.map(change);
  const inGame = stakes.filter((stake) => !stake.out && !isExtra(game, stake)).map((stake) => stake.with_team);
  const captain = !inGame.length || inGame.includes(game.captain) ? game.captain : inGame[0];
  return { ...game, stakes, captain, dropped: [], taken: [] };
}

const NO_OFFER = { by: null, keeper: null, offered: 0, animals: 0 };
const ANSWERED = {
  take: (stake) => ({ ...stake, ...NO_OFFER, value: stake.offered, owner: stake.keeper }),
  drop: (stake) => ({
    ...stake, ...NO_OFFER, out: true, value: stake.offered / 2, owner: stake.animals ? stake.keeper : stake.owner,
  }),
  beaver: (stake) => ({
    ...stake, by: OTHER[stake.by], offered: 2 * stake.offered, animals: stake.animals + 1,
  }),
};

function start(game, { partner }) {
  const stakes = game.stakes.filter((stake) => stake.with_team !== Number(partner));
  return { ...game, stakes, captain: stakes[0].with_team };
}

function equalDice(game) {
  return withStakes(game, (stake) => (goesUp(game, stake)
    ? { ...stake, value: 2 * stake.value, automatic: stake.automatic + 1 } : stake));
}

function double(game, { by, cubes }) {
  const turned = new Set(cubes.map(pairOf));
  return withStakes(game, (stake) => (turned.has(pairOf(stake))
    ? { ...stake, by, keeper: OTHER[by], offered: 2 * stake.value, animals: 0 } : stake));
}

function answer(game, { cubes }) {
  const answers = new Map(cubes.map((cube) => [pairOf(cube), cube.answer]));
  const doubled = game.stakes.filter((stake) => stake.by === "box" && !stake.animals && !isExtra(game, stake));
  const those = (how) => doubled.filter((stake) => answers.get(pairOf(stake)) === how);
  return {
    ...withStakes(game, (stake) => (stake.by ? ANSWERED[answers.get(pairOf(stake))](stake) : stake)),
    dropped: those("drop").map((stake) => [stake.with_team, stake.offered, stake.automatic]),
    taken: those("take").map((stake) => stake.with_team),
  };
}

function extra(game, { dropper, taker, accepted }) {
  if (accepted === "false") return game;
  const [, value, automatic] = game.dropped.find(([who]) => who === Number(dropper));
  const pair = { with_box: Number(dropper), with_team: Number(taker) };
  return { ...game, stakes: [...game.stakes, { ...pair, ...NO_OFFER, value, owner: "team", automatic, out: false }] };
}

const finish = (game) => withStakes(game, (stake) => ({ ...stake, out: true }));

const AFTER = { start, "equal-dice": equalDice, double, answer, extra, result: finish };

function stepOf(game) {
  if (game.stakes.every((stake) => stake.out)) return "saved";
  return game.stakes.some((stake) => stake.by) ? "answers" : "game";
}

// Where the table stands after an entry; of what is no longer in this game only the server knows.
function after({ step, game }, { entry, body }) {
  if (PEOPLE.includes(entry)) return { step: "people", game };
  if (!AFTER[entry] || ["saved", "people"].includes(step)) return { step: "saved", game };
  const next = AFTER[entry](game, body);
  return { step: stepOf(next), game: next };
}

function extrasOnOffer(game) {
  const known = new Set(game.stakes.map(pairOf));
  return game.dropped.flatMap(([dropper]) => game.taken.map((taker) => [dropper, taker]))
    .filter((pair) => !known.has(pair.join("-")));
}

// Checks histories of client operations for linearizability with Porcupine. Reads one JSON document from standard
// input and prints a verdict for its keys: see ../history.ts for the format.
package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"sort"
	"time"

	"github.com/anishathalye/porcupine"
)

// The search is exponential in the number of concurrent operations, so a key has a time limit.
const timeoutPerKey = 30 * time.Second

type entry struct {
	Key   string `json:"key"`
	Op    string `json:"op"`
	Value int    `json:"value"`
	// Microseconds. Without a return the outcome is unknown: the operation may take effect at any later time, or never.
	Call   int64  `json:"call"`
	Return *int64 `json:"return"`
}

type document struct {
	Model   string  `json:"model"`
	Entries []entry `json:"entries"`
}

type verdict struct {
	Keys       int      `json:"keys"`
	Operations int      `json:"operations"`
	Unknown    int      `json:"unknown"`
	Violations []string `json:"violations"`
	Undecided  []string `json:"undecided"`
}

// A register returns the value of the last write. Before the first write it has no value.
var register = porcupine.Model{
	Init: func() interface{} { return 0 },
	Step: func(state, input, _ interface{}) (bool, interface{}) {
		operation := input.(entry)
		switch operation.Op {
		case "write":
			return true, operation.Value
		case "read":
			return operation.Value == state.(int), state
		}
		return false, state
	},
}

type task struct {
	isScheduled bool
	effects     int
}

// A task is scheduled at most once, takes effect exactly once and only after it was scheduled. The last operation of
// a history, `final`, has the number of effects found at the end, when no task is left.
var lifecycle = porcupine.Model{
	Init: func() interface{} { return task{} },
	Step: func(state, input, _ interface{}) (bool, interface{}) {
		operation, now := input.(entry), state.(task)
		switch operation.Op {
		case "schedule":
			return !now.isScheduled, task{true, now.effects}
		case "effect":
			return now.isScheduled && now.effects == 0, task{now.isScheduled, 1}
		case "final":
			expected := 0
			if now.isScheduled {
				expected = 1
			}
			return operation.Value == expected && now.effects == expected, now
		}
		return false, now
	},
}

var models = map[string]porcupine.Model{"register": register, "task": lifecycle}

func main() {
	var given document
	if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil {
		fail("could not parse the history: %v", err)
	}
	model, isKnown := models[given.Model]
	if !isKnown {
		fail("there is no model %q", given.Model)
	}
	result := verdict{Operations: len(given.Entries), Violations: []string{}, Undecided: []string{}}
	byKey := map[string][]porcupine.Operation{}
	for _, one := range given.Entries {
		end := int64(math.MaxInt64)
		if one.Return != nil {
			end = *one.Return
		} else {
			result.Unknown++
		}
		byKey[one.Key] = append(byKey[one.Key], porcupine.Operation{Input: one, Call: one.Call, Return: end})
	}
	result.Keys = len(byKey)
	for key, operations := range byKey {
		switch porcupine.CheckOperationsTimeout(model, operations, timeoutPerKey) {
		case porcupine.Illegal:
			result.Violations = append(result.Violations, describe(key, operations))
		case porcupine.Unknown:
			result.Undecided = append(result.Undecided, key)
		}
	}
	sort.Strings(result.Violations)
	sort.Strings(result.Undecided)
	if err := json.NewEncoder(os.Stdout).Encode(result); err != nil {
		fail("could not print the verdict: %v", err)
	}
}

const maxOperationsShown = 40

func describe(key string, operations []porcupine.Operation) string {
	sort.SliceStable(operations, func(a, b int) bool { return operations[a].Call < operations[b].Call })
	text := key + ":"
	for n, operation := range operations {
		if n == maxOperationsShown {
			return text + " …"
		}
		one := operation.Input.(entry)
		end := "?"
		if one.Return != nil {
			end = fmt.Sprint(*one.Return)
		}
		text += fmt.Sprintf(" %s %d [%d, %s]", one.Op, one.Value, one.Call, end)
	}
	return text
}

func fail(format string, values ...interface{}) {
	fmt.Fprintf(os.Stderr, format+"\n", values...)
	os.Exit(1)
}
